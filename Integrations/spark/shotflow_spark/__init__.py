"""Runs shotflow's rules on the machines of Apache Spark."""

__version__ = "0.1.0"
