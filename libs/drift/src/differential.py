"""Answers of SciPy to the questions on stdin; `differential.spec.ts` compares ours with them."""

import json
import sys

import numpy as np
from scipy import stats
from scipy.spatial.distance import jensenshannon


def answer(question):
    a, b = (np.array(side, dtype=float) for side in question["args"])
    match question["kind"]:
        case "kolmogorov_smirnov":
            result = stats.ks_2samp(a, b, method="exact")
            return [result.statistic, result.pvalue]
        case "kolmogorov_smirnov_large":
            result = stats.ks_2samp(a, b, method="asymp")
            return [result.statistic, result.pvalue]
        case "wasserstein":
            return [stats.wasserstein_distance(a, b) / np.std(a)]
        case "jensen_shannon":
            return [jensenshannon(a, b)]
        case "chi_squared":
            result = stats.chi2_contingency(np.array([a, b]), correction=False)
            return [result.statistic, result.pvalue]


json.dump([[float(value) for value in answer(question)] for question in json.load(sys.stdin)], sys.stdout)
