"""Answers of SciPy and statsmodels to the questions on stdin; the differential test compares ours with them."""

import json
import sys

import numpy as np
import statsmodels.api as sm
from scipy import stats
from statsmodels.duration.hazard_regression import PHReg
from statsmodels.duration.survfunc import survdiff
from statsmodels.stats.oneway import anova_oneway
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint


def cr2(columns, y, groups):
    """CR2 and its Satterthwaite degrees of freedom by the textbook formulas, with whole matrices."""
    x = np.column_stack(columns)
    n, k = x.shape
    bread = np.linalg.inv(x.T @ x)
    beta = bread @ x.T @ y
    residual = y - x @ beta
    hat = x @ bread @ x.T
    contrast = np.zeros(k)
    contrast[-1] = 1
    variance = 0.0
    parts = []
    for group in np.unique(groups):
        rows = np.flatnonzero(groups == group)
        values, vectors = np.linalg.eigh(np.eye(len(rows)) - hat[np.ix_(rows, rows)])
        roots = np.where(values > 1e-10, 1 / np.sqrt(np.maximum(values, 1e-300)), 0)
        weights = (vectors * roots) @ vectors.T @ x[rows] @ bread @ contrast
        variance += float(weights @ residual[rows]) ** 2
        parts.append((np.eye(n) - hat)[rows].T @ weights)
    gram = np.array(parts) @ np.array(parts).T
    return [float(np.sqrt(variance)), float(np.trace(gram) ** 2 / np.sum(gram**2))]


def answer(question):
    kind, args = question["kind"], question["args"]
    match kind:
        case "t":
            return [2 * stats.t.sf(abs(args[0]), args[1]), stats.t.isf(args[2], args[1])]
        case "normal":
            return [stats.norm.sf(args[0]), stats.norm.isf(args[1])]
        case "f":
            return [stats.f.sf(*args)]
        case "chi2":
            return [stats.chi2.sf(*args)]
        case "binomial":
            k, n, p = args
            return [stats.binom.cdf(k, n, p), stats.binom.sf(k - 1, n, p)]
        case "regression":
            fit = sm.OLS(np.array(args["y"]), np.column_stack(args["columns"])).fit()
            robust = fit.get_robustcov_results("HC3", use_t=True)
            return [fit.params[-1], fit.bse[-1], robust.bse[-1], robust.pvalues[-1]]
        case "clusters":
            return cr2([np.array(c) for c in args["columns"]], np.array(args["y"]), np.array(args["groups"]))
        case "welch":
            test = stats.ttest_ind(args["b"], args["a"], equal_var=False)
            return [test.statistic, test.df, test.pvalue]
        case "anova":
            test = anova_oneway([np.array(g) for g in args["groups"]], use_var="unequal", welch_correction=True)
            return [test.statistic, test.df[1], test.pvalue]
        case "shares":
            hits1, n1, hits2, n2 = args
            wilson = proportion_confint(hits1, n1, method="wilson")
            newcombe = confint_proportions_2indep(hits2, n2, hits1, n1, compare="diff", method="newcomb")
            return [*wilson, *newcombe]
        case "survival":
            time, event, arm = (np.array(args[key]) for key in ("time", "event", "arm"))
            fit = PHReg(time, arm[:, None].astype(float), status=event, ties="efron").fit()
            return [survdiff(time, event, arm)[0], fit.params[0], fit.bse[0]]
        case "auc":
            test = stats.mannwhitneyu(args["positive"], args["negative"], use_continuity=False, alternative="two-sided", method="asymptotic")
            return [test.statistic / (len(args["positive"]) * len(args["negative"])), test.pvalue]
    raise ValueError(kind)


json.dump([[float(value) for value in answer(question)] for question in json.load(sys.stdin)], sys.stdout)
