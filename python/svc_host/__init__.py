"""The process inside the sandbox: reads an author's project, describes its derivations, runs one of them.

It shares its process with the author's code, so the trusted side believes nothing it says, with one exception:
the identity of the code, which is sent before any author's code has run.
"""
