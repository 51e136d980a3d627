"""The tracking server of model-service: MLflow, configured to be reached by that service alone."""
