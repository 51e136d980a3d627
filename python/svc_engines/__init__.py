"""The engines that train models, behind one interface."""
