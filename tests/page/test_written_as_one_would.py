"""Lines of every kind, each with the piece of its page that shows that it is written as one would write it."""

from __future__ import annotations

import pytest

from symattn.page import page
from symattn.sheet import loads

WRITTEN = {
    "a word with an accent in it": ('steps = ["mhat_1 = 2 * a"]\ngiven.a = 3', "m̂₁ = 2·a"),
    "a place of a row with an accent": ('steps = ["p_hat = softmax(z)", "l = -log(p_hat[0, 1])"]\ngiven.z = [[0, 1]]', "−log(p̂₂)"),
    "a zero among decimals": (
        'working = "decimals"\nsteps = ["t = z @ W", "J = sum(exp(t))"]\ngiven = { z = [[1, 0.5]], W = [[1, 0.5], [0.5, -1]] }',
        "e^1.25 + e⁰ ",
    ),
    "microseconds": ('steps = ["t = 2 * s"]\ngiven.s = "3 us"\nshow = { t = { unit = "us" } }', "2·3 µs = 6 µs"),
    "a constant that is given": ('steps = ["c = cos(pi * a)"]\ngiven = { a = 2, pi = "pi" }', "Question 1 [1 mark] a = 2 c = "),
    "a power beside its decimals": ('steps = ["l = 3 * 10**(-a)"]\ngiven.a = 0.076', "l = 3·10^(−a) = 3·10^(−0.076) ≈ 2.5184 [1]"),
    "a fraction of two large numbers": ('steps = ["r = a / b"]\ngiven = { a = 65, b = 17 }', "65/17 ≈ 3.8235"),
    "a fraction that nobody reads": (
        'steps = ["r = a / b", "u = r**2 / 3"]\ngiven = { a = 45630736, b = 1377361 }',
        "≈ 33.1291 [1] b 1377361 r² 33.1291² u = ── ≈ ──────── ≈ 365.8458 ",
    ),
    "a fraction that ends soon": ('steps = ["B = A / 125"]\ngiven.A = [[62, 19]]', "= [0.496 0.152]"),
    "a product of many decimals": ('steps = ["P = p**9"]\ngiven.p = 0.91', "= 0.91⁹ ≈ 0.4279"),
    "a power that says no more than what it is made of": ('steps = ["r = (a / b)**2"]\ngiven = { a = 577, b = 197 }', "= (577/197)² ≈ 8.5787 [1]"),
    "bits of a byte": ('steps = ["b = l / log(2) / n"]\ngiven = { l = 2.3, n = 4.2 }', "b = ──────── = ────────── ≈ 0.7900 [1] log(2)·n log(2)·4.2"),
    "the same where its form is asked": (
        'steps = ["r = (a / b)**2"]\ngiven = { a = 577, b = 197 }\npart = [{ asks = ["r"], form = "exact" }]',
        "= 332929/38809 ≈ 8.5787 [1]",
    ),
    "a quotient of rounded numbers": (
        'steps = ["S = 2 * N", "r = S / F"]\ngiven = { N = 34078720, F = 17825792 }\nshow.S = { as = "scientific", digits = 3 }',
        "S 6.8157·10⁷ r = ─ ≈ ────────── ≈ 3.8235 [1] F 17825792",
    ),
    "a long number before a letter": (
        'steps = ["t = 2 * D * B / C"]\nletters = { B = "positive" }\ngiven = { D = 4096, C = "3.94e14" }',
        "2·D·B 2·4096·B t = ───── = ───────── ≈ 2.079·10⁻¹¹B [1] C 3.94·10¹⁴",
    ),
    "a sum of rounded exponentials": (
        'working = "decimals"\ndecimals = 3\nsteps = ["p = softmax(z / 0.5)"]\ngiven.z = [[2, 1, 0]]',
        "exponentials ≈ (1, 0.1353, 0.0183) their sum ≈ 1.154 weights ≈ (0.867, 0.117, 0.016)",
    ),
    "exponentials of letters": (
        'steps = ["p = softmax(z)", "q = softmax(w)"]\nletters = { real = ["a", "b", "c"] }\ngiven = { z = [["a", "b", "c"]], w = [["a", "b"]] }',
        "e^a e^b e^c ⎤ p = softmax(z) = ⎢─────────────── ─────────────── ───────────────⎥ [1] ⎣e^a + e^b + e^c ",
    ),
    "operations over operations in a second": (
        'steps = ["t = 2 * N / F", "r = 8 / t"]\ngiven = { N = "7e9", F = "14 TFLOP/s" }\n'
        'show = { t = { unit = "ms", digits = 1 }, r = { unit = "token/s", digits = 0 } }',
        "r = ─ = ──── = 8000 tokens/s",
    ),
    "a random entry scaled twice": (
        'steps = ["y = x * m / (1 - p)", "v = variance(y)"]\nletters = { x = "real", p = "positive" }\n'
        'shapes.m = [1, 1]\nrandom.m = { mean = "1-p", variance = "p*(1-p)" }',
        "is 1 − p. The factor in y = (xm)/(1 − p) multiplies the expectation, and its square the variance. 1 px² v = Var[y] = ",
    ),
    "a zero below a sigmoid": ('working = "decimals"\nsteps = ["t = z * 1.5", "g = sigmoid(t)"]\ngiven.z = [[0.5, 0]]', "1 + e^(−0.75) 1 + e⁰"),
    "a logarithm of another base": ('steps = ["b = log2(5/6)"]', "b = log₂⎜─⎟ ≈ −0.2630 [1]"),
    "a number that nobody reads, put in": ('steps = ["P = p**9", "q = P**(-1/10)"]\ngiven.p = 0.91', "≈ 0.4279 [1] q = P^(−1/10) ≈ 0.4279^(−1/10) ≈ 1.0886"),
    "powers beside a line named e": ('steps = ["e = exp(d)", "Z = sum(e)"]\ngiven.d = [[0, -1]]', "= [1 exp(−1)] ≈ [1 0.3679] [1] Z = ∑ₖ eₖ = 1 + exp(−1) ≈ "),
    "an angle that is no whole number": ('steps = ["r = rope(q, start=3*t)"]\ngiven = { q = [[1, 2]], t = "pi/6" }', "= [−2 1]"),
    "a row of two pairs": ('steps = ["r = rope(q, start=1)"]\ngiven = { q = [[1, 2, 3, 4]] }', "⎢3·cos(0.01) − 4·sin(0.01)⎥ ⎣3·sin(0.01) + 4·cos(0.01)⎦ ≈ "),
    "names in words below": ('steps = ["N_GRU = 3 * N_up + d_KV"]\ngiven = { N_up = 2, d_KV = 1 }', "N_GRU = 3·Nᵤₚ + d_KV = 3·2 + 1 = 7"),
    "a weight before its input": (
        'steps = ["z = w * x + b", "l = (z - t)**2", "m = sum(V) * x"]\ngiven = { w = 0.5, x = 2, b = -1, t = 1, V = [[1, 2]] }\n'
        'gradient = { of = "l", wrt = ["w"] }',
        "z = w·x + b = 0.5·2 + (−1) = 0 [1] l = (z − t)² = (0 − 1)² = 1 [1] m = x∑ₖ Vₖ = 2·(1 + 2) = 6",
    ),
    "bytes with the binary prefix that fits": ('steps = ["M = 2 * N"]\ngiven.N = "3 MiB"\nshow.M = { as = "binary", unit = "B", digits = 0 }', "M = 2·N = 2·3 MiB = 6 MiB"),
    "parameters": ('steps = ["N = M / b"]\ngiven = { M = "32 GB", b = "16 B/parameter" }\nshow.N = { digits = 1, as = "scientific" }', "Give N in parameters "),
    "a product of a negative": ('steps = ["l = sum(-a * b)", "m = sum(a * b)"]\ngiven = { a = [[1, -2]], b = [[3, 5]] }', "∑ₖ (−aₖbₖ) = −1·3 − (−2)·5 = 7 [1] m = ∑ₖ aₖbₖ = 1·3 − 2·5 = −7"),
    "a transpose of what has a hat": ('steps = ["m = a_hat @ a_hat.T"]\ngiven.a_hat = [[1, 2]]', "ââᵀ"),
    "the loss of a column": ('notation = "columns"\nplaces = 1\nsteps = ["l = cross_entropy(z, [2])"]\ngiven.z = [[0], ["log(3)"]]', "l = −log(softmax(z)₂) = log(4/3) ≈ 0.2877"),
    "terms of columns": ('steps = ["m = mean(X, axis=0)", "v = var(X, axis=1)"]\ngiven.X = [[1, 2], [3, 8]]', "⎢(3 − 5.5)² + (8 − 5.5)²⎥ ⎢───────────────────────⎥ ⎣ 2 ⎦ = ⎡ 1/4⎤ [1] ⎣25/4⎦"),
    "a determinant": ('steps = ["d = det(X)"]\ngiven.X = [[1, -2], [3, 8]]', "d = det(X) = 1·8 − (−2)·3 = 14"),
    "an inverse": (
        'steps = ["w_1 = w - inv(H) @ g"]\ngiven = { H = [[3, 1], [1, 2]], w = [[1], [1]], g = [[5], [0]] }',
        "w₁ = w − H⁻¹g = ⎡1⎤ − ─────────⎡2 −1⎤⎡5⎤ = ⎡1⎤ − ⎡ 2/5 −1/5⎤⎡5⎤ ⎣1⎦ 3·2 − 1·1⎣−1 3 ⎦⎣0⎦ ⎣1⎦ ⎣−1/5 3/5⎦⎣0⎦ = ⎡−1⎤",
    ),
    "eigenvalues of more than two rows": (
        'steps = ["l = eigenvalues(X)"]\ngiven.X = [[2, 1, 0], [1, 2, 1], [0, 1, 2]]', "4d))/2. l = eigenvalues(X) = [2 + √2 2 2 − √2] ≈ [3.4142 2 0.5858]",
    ),
    "eigenvalues": ('steps = ["l = eigenvalues(X)"]\ngiven.X = [[3, 1], [1, 3]]', "trace = 6 determinant = 8 l = eigenvalues(X) = [4 2]"),
    "a number over 1": ('steps = ["Y = (a / r) * X"]\ngiven = { a = 2, r = 1, X = [[1, 2]] }', "Y = ─X = 2·[1 2]"),
    "a derivative behind a factor": ('steps = ["y = W @ X"]\ngradient = { of = "y", wrt = ["X"] }\ngiven = { W = [[1, 2], [0, 1]], X = [[1], [2]], dy = [[1], [1]] }', "dX = Wᵀ dy"),
    "a sign that a name has": ('steps = ["y = sigmoid(sigma)", "z = sigmoid(y)"]\ngiven.sigma = 2', "y = sigmoid(σ) = sigmoid(2)"),
    "a product of letters that is not multiplied out": (
        'steps = ["h = w * x + b", "l = (h - y)**2"]\nletters.real = ["w", "x", "b", "y"]\ngradient = { of = "l", wrt = ["w"] }',
        "l = (h − y)² = (wx + b − y)² [1]",
    ),
    "per cent in a matrix and in a formula": (
        'steps = ["g = abs(A - B)", "s = sqrt(p * (1 - p) / 50)", "t = 2 * s"]\nshow.s = { as = "percent", digits = 1 }\n'
        'given = { A = [["55 %", "7.5 %"]], B = [[0.5, 0.1]], p = "80 %" }',
        "s = √((p·(1 − p))/50) = √((0.80·(1 − 0.80))/50) ≈ 5.7 % [1] t = 2·s ≈ 2·0.05657 ≈ 0.1131 ",
    ),
    "the larger of two numbers, as programs call it": ('steps = ["p = max(c - d, 0) / 20"]\ngiven = { c = 15, d = 0.75 }', "max(15 − 0.75, 0) "),
    "the mean of losses": (
        'working = "decimals"\nsteps = ["L = mean(cross_entropy(Z, y))", "J = -mean(log(gather(Z, y)))"]\ngiven = { Z = [[2, 1], [1, 4]], y = [[0], [1]] }',
        "1 0.3133 + 0.0486 L = ─∑ₖ (CE(Z, y))ₖ ≈ ─────────────── ≈ 0.1809 [1] 2 2 Places are counted from 0: 0 is the first. "
        "1 log(2) + log(4) J = −─∑ₖ log(Z_(k, yₖ)) = −─────────────── ≈ −1.0397",
    ),
    "a logarithm of a function of a product": (
        'working = "decimals"\nsteps = ["J = -log(sigmoid(u @ v.T)) + 1", "K = log(1 + exp(-2 * (u @ v.T)))"]\ngiven = { u = [[0.5, 1]], v = [[2, 3]] }',
        "= −log⎜───────⎟ + 1 ≈ 1.0181 [1] ⎝1 + e⁻⁴⎠ K = log(1 + exp(−2uvᵀ)) = log(1 + e⁻⁸) ",
    ),
    "the largest of what is made on the way": (
        'steps = ["w = max(v.T * A, axis=0) * b"]\ngiven = { v = [[0.8, 0.2]], A = [[0.6, 0.4], [0.5, 0.5]], b = [[2, 1]] }',
        "= [max(0.48, 0.10) max(0.32, 0.10)] ∘ [2 1] = [0.96 0.32] [1]",
    ),
    "products over products of norms": (
        'working = "decimals"\nsteps = ["N = sqrt(sum(E ** 2, axis=1))", "C = (E @ E.T) / (N @ N.T)"]\ngiven.E = [[3, 4], [1, 2]]',
        "= ⎡√(3² + 4²)⎤ ≈ ⎡5 ⎤ [1] ⎣√(1² + 2²)⎦ ⎣2.2361⎦ ⎡3·3 + 4·4 3·1 + 4·2 ⎤ EEᵀ ",
    ),
    "cosines with one vector": (
        'working = "decimals"\nsteps = ["s = (E @ v.T) / (sqrt(sum(E**2, axis=1)) * sqrt(sum(v**2)))"]\ngiven = { E = [[3, 4], [1, 2]], v = [[1, 1]] }',
        "⎢√25·√2⎥ ≈ ⎡0.9899⎤ [1] ",
    ),
    "a symbol with brackets of its own": (
        'steps = ["s = c * p", "q = P**(-1/10)", "u = s / 2"]\nnotation.names = { c = "P(x|w)", p = "P(w)", P = "P(D)" }\ngiven = { c = [[1, 2]], p = [[3, 4]], P = 2 }',
        "s = P(x|w) ∘ P(w) = [1 2] ∘ [3 4] = [3 8] [1] q = P(D)^(−1/10) = ",
    ),
    "sums of rows within a sum": (
        'steps = ["P = sum(sum(M, axis=1) * sum(M, axis=0).T) / 9"]\ngiven.M = [[1, 2], [3, 4]]', "3·4 + 7·6 P = ────────────────────────────────── = ───────── = 6 "
    ),
    "the loss of a number": (
        'steps = ["p = sigmoid(w @ x.T)", "L = -(y * log(p) + (1 - y) * log(1 - p))"]\ngradient = { of = "L", wrt = ["w"] }\n'
        'given = { w = [[0, 0]], x = [[3, 2]], y = 1 }',
        "L = −(y log(p) + (1 − y) log(1 − p)) = −(1·log(1/2) + (1 − 1)·log(1 − 1/2)) = log(2) ≈ 0.6931 [1] Back ",
    ),
    "its derivative": (
        'steps = ["p = sigmoid(w @ x.T)", "L = -(y * log(p) + (1 - y) * log(1 - p))"]\ngradient = { of = "L", wrt = ["w"] }\n'
        'given = { w = [[0, 0]], x = [[3, 2]], y = 1 }',
        "dw = (p − y)x = (1/2 − 1)·[3 2] = ",
    ),
    "the probability of a sentence": (
        'steps = ["P = prod(p)", "s = prod(C / n, axis=1)"]\ngiven = { p = [[0.5, 0.25, 0.1]], C = [[1, 2], [2, 0]], n = [[9], [11]] }',
        "P = ∏ₖ pₖ = 0.5·0.25·0.1 = 0.0125 [1] C_(i, j) s = ∏ⱼ ──────── = ⎡ 1/9·2/9 ⎤ ≈ ⎡0.0247⎤ [1] ",
    ),
    "a value in two storeys": (
        'steps = ["H = -sum(p * log2(p))", "I = 1 - H"]\ngiven.p = [["1/3", "2/3"]]',
        "= −(1/3·log₂(1/3) + 2/3·log₂(2/3)) ≈ 0.9183 [1] I = 1 − H ≈ 1 − 0.9183 ≈ 0.0817",
    ),
    "a mean of fractions": ('steps = ["m = mean(p)"]\ngiven.p = [["8/19", "12/23", "200/233"]]', "≈ 0.6004 [1]"),
    "numbers with a power of ten in a matrix": ('steps = ["r = p / 2"]\ngiven.p = [["1.9e-4", "3.0e-3"]]', "p = [1.9·10⁻⁴ 3.0·10⁻³]"),
    "entropies are no heads": ('steps = ["H_1 = entropy(p)", "H_2 = 2 * H_1"]\ngiven.p = [["1/2", "1/2"]]', "H₂ = 2H₁ = "),
    "numbers beside what is random": (
        'steps = ["y = x @ W", "v = variance(y)", "b = sqrt(3 / n)"]\nsizes.n = 784\ngiven.a = 0.05\nshapes = { x = [1, "n"], W = ["n", 9] }\n'
        'random.W = { variance = "a**2/3" }',
        "0.05²·784 v = Var[y] = n·1·── = ─── = ───────── = 49/75 ≈ 0.6533 [1] 3 3 3 √3 b = √(3/n) = √(3/784) = ── ≈ 0.0619 [1] 28",
    ),
    "what never occurs together": (
        'working = "decimals"\nsteps = ["M = log2(C / c)", "P = maximum(M, 0)"]\ngiven = { C = [[0, 4, 1]], c = 2 }',
        "P = max(M, 0) = [max(−∞, 0) max(1, 0) max(−1, 0)] = [0 1 0] [1]",
    ),
    "a variance of which all sizes are known": (
        'steps = ["z = h @ E.T", "v = variance(z)"]\nsizes.d = 768\nshapes = { h = [1, "d"], E = ["V", "d"] }\nrandom.E = { variance = "1/3" }',
        "d v = Var[z] = d·1·1/3 = ─ = 256 [1] 3",
    ),
    "a sum of many entries below": (
        'steps = ["P = C / sum(C)"]\ngiven.C = [[0, 0, 1, 0, 1], [0, 0, 1, 0, 1], [2, 1, 0, 1, 0], [1, 6, 0, 4, 0]]', "C 1 ⎡0 0 1 0 1⎤",
    ),
    "a sum of numbers on two lines": (
        'steps = ["I = ' + " + ".join(f"a/(a + b + {k}) * log2((a + b) * a/((a + {k}) * (b + 10)))" for k in range(4)) + '"]\ngiven = { a = 49123, b = 27652 }',
        "49123 + 27652 + 3 ⎝(49123 + 3)·(27652 + 10)⎠ ≈ 3.7690 [1]",
    ),
    "entries of d are no width of keys": ('steps = ["d = r + 1", "G = sum(r / d)"]\ngiven.r = [[3, 2]]', "rᵢ G = ∑ᵢ ── = 3/4 + 2/3 = 17/12 [1] dᵢ"),
    "a root of sizes": (
        'steps = ["y = x @ W", "v = variance(y)", "s = sqrt(2 / (n_in + m))"]\nsizes = { n_in = 784, m = 256 }\nshapes = { x = [1, "n_in"], W = ["n_in", "m"] }',
        "s = √(2/(nᵢₙ + m)) = √(2/(784 + 256)) = ",
    ),
    "a sigmoid of a negative number taken off": (
        'steps = ["J = sum(log(sigmoid(-b)))"]\ngiven.b = [[-0.19, 0.38]]', "= log(1/(1 + e^(−0.19))) + log(1/(1 + e^0.38)) ",
    ),
    "a row of shares that are kept": (
        'working = "decimals"\ndecimals = 2\nsteps = ["p = softmax(z)", "k = normalize(keep_top_k(p, 2))"]\ngiven.z = [[9, 1, -3]]',
        "k = normalise(top₂(p)) ≈ [1.00 0.00 0.00] [1]",
    ),
    "the way back to what is multiplied by a row": (
        'steps = ["J = -log(sigmoid(-u @ v.T))"]\ngiven = { u = [[1, 2]], v = [[3, 1]] }\ngradient = { of = "J", wrt = ["v"] }',
        "dv = (1 − σ(−uvᵀ))u = ",
    ),
    "a length and bounds": (
        'steps = ["n = norm(G)", "C = clip(G, -1, c)", "r = norm(G, axis=1)"]\ngiven = { G = [[3, 4], [0, 12]], c = 5 }',
        "n = ‖G‖ = √(3² + 4² + 0² + 12²) = 13 [1] An entry between the two numbers stays; the lower stands in the place of what is below it, the upper in the place of what is above it. C = clip(G, −1, c) = clip⎛⎡3 4⎤, −1, 5⎞",
    ),
    "a matrix over a number": ('steps = ["s = sum(G)", "C = G / s"]\ngiven.G = [[3, 4], [0, 3]]', "C = ─ = ──⎡3 4⎤ = "),
    "sums beside sums": ('steps = ["n = sum(a) + sum(b)"]\ngiven = { a = [[1, -2]], b = [[3, 4]] }', "= 1 + (−2) + 3 + 4 = 6"),
    "targets that are a line": (
        'steps = ["q = 0.9 * onehot(1, 2) + 0.05", "p = softmax(z)", "l = -sum(q * log(p))"]\ngiven.z = [[1, 2]]\n'
        'gradient = { of = "l", wrt = ["z"] }',
        "dz = p − q ",
    ),
    "weights that are targets": (
        'steps = ["q = softmax(u)", "p = softmax(z)", "l = sum(q * log(q / p))"]\ngiven = { u = [[3, 1]], z = [[1, 2]] }\n'
        'gradient = { of = "l", wrt = ["z"] }',
        "dz = p − q ",
    ),
    "the way back has what was worked out on the way there": (
        'steps = ["h = relu(x @ W)", "l = sum(h)"]\ngiven = { x = [[16, -6]], W = [[0.5, 0.25], [1, 2]] }\n'
        'gradient = { of = "l", wrt = ["W"] }',
        "dW = xᵀ[xW > 0] = ⎡16⎤[[2 −8] > 0] = ",
    ),
    "a place of a row whose name has a number": ('steps = ["f = 3 * x_2[0, 1]"]\ngiven.x_2 = [[5, 7]]', "f = 3x_(2, 2) = 3·7 = 21"),
    "a place of a matrix whose name has a number": ('steps = ["f = 3 * x_2[0, 1]"]\ngiven.x_2 = [[5, 7], [8, 9]]', "f = 3(x₂)_(1, 2) = 3·7"),
    "a place of a row beside a matrix of that letter": (
        'steps = ["f = 3 * x_2[0, 1]", "g = 2 * x"]\ngiven = { x_2 = [[5, 7]], x = [[1, 2], [3, 4]] }', "f = 3(x₂)_(1, 2) = 3·7"),
    "a negative entry over a number within a product": (
        'steps = ["c = u - a * (m / k) / sqrt(v)"]\ngiven = { m = [[0.5, -0.7]], v = [[4, 9]], u = [[1, 2]], a = 0.1, k = 3 }',
        "0.1·0.5/3 0.1·(−0.7/3)",
    ),
    "a rounded number that is cut": (
        'decimals = 1\nsteps = ["c = 2 * n", "k = floor(a / c)"]\ngiven = { n = 262144, a = "10 GB" }\nshow.c = { unit = "kB" }',
        "c = 2·n = 2·262144 B ≈ 524.3 kB",
    ),
    "the same behind it": (
        'decimals = 1\nsteps = ["c = 2 * n", "k = floor(a / c)"]\ngiven = { n = 262144, a = "10 GB" }\nshow.c = { unit = "kB" }',
        "k = ⎢─⎥ = ⎢──────────⎥ = ⌊19073.5⌋ = 19073",
    ),
    "letters with a unit": (
        'steps = ["M = a + B * b", "t = M / W"]\nletters = { B = "positive" }\ngiven = { a = "3 GB", b = "14.5 GB", W = "2 TB/s" }\n'
        'show.M = { unit = "GB" }',
        "= (14.5B + 3) GB [1] M (14.5B + 3) GB t = ─ = ────────────── = (0.00725B + 0.0015) s",
    ),
    "not far enough from a whole one": ('steps = ["h = ceil(1 - d)"]\ngiven = { d = "1/10000" }', "= ⌈0.9999⌉ = 1"),
    "numbers that are made whole": (
        'decimals = 2\nsteps = ["q = round(w / s)"]\ngiven = { w = [[0.15, -0.85, 2.3]], s = 0.0137 }',
        "= round([10.95 −62.04 167.88]) = [11 −62 168]",
    ),
    "the smallest of three": ('steps = ["d = min(a + 1, b + 1, c)"]\ngiven = { a = 3, b = 1, c = 5 }', "d = min(a + 1, b + 1, c) = min(3 + 1, 1 + 1, 5) = 2"),
    "the largest of three in each place": (
        'steps = ["x = max(A, B, 0)"]\ngiven = { A = [[1, -2]], B = [[0, -1]] }',
        "x = max(A, B, 0) = max([1 −2], [0 −1], 0) = [1 0]",
    ),
    "a smaller one within": ('steps = ["y = max(min(a, b), 0)"]\ngiven = { a = 3, b = 1 }', "y = max(min(a, b), 0) = max(min(3, 1), 0) = 1"),
    "a row and a column within a quotient": (
        'steps = ["p = (sum(C[0, :]) + sum(C[:, 0])) / 10"]\ngiven = { C = [[1, 2], [3, 4]] }',
        "∑ₖ C_(1, k) + ∑ₖ C_(k, 1) 1 + 2 + 1 + 3",
    ),
    "a part of a row": ('steps = ["p = sum(C[0, 1:3])"]\ngiven = { C = [[1, 2, 3], [3, 4, 5]] }', "p = sum(C_(1, 2:3)) = 2 + 3 = 5"),
    "a fraction over one": ('steps = ["p = (1/1 + 2/4) / 2 * a"]\ngiven = { a = 2 }', "1 2 1 2 ─ + ─ ─ + ─ 1 4 1 4"),
    "a share beside powers of ten": ('decimals = 3\nsteps = ["a = b / (c + b)", "e = 2 * d"]\ngiven = { b = 2, c = 5, d = "7e10" }', "= 2/7 ≈ 0.286"),
    "a share of decimals": (
        'decimals = 3\nsteps = ["a = b / (c + b)", "e = b / (a + 1)"]\ngiven = { b = 0.28, c = 0.34 }',
        "a = ───── = ─────────── ≈ 0.452 [1] c + b 0.34 + 0.28",
    ),
    "rows below each other, turned": (
        'steps = ["s = q @ stack(R, N).T"]\ngiven = { q = [[1, 0]], R = [[2, 1], [0, 3]], N = [[1, 4]] }',
        "s = q⎡R⎤ᵀ = [1 0]⎡2 0 1⎤ = [2 0 1]",
    ),
    "a decimal of a sum of whole numbers": (
        'decimals = 3\nsteps = ["a = 21 * x / 100", "m = (a + 7/18) / 2"]\ngiven = { x = [[1]] }',
        "a + ── 0.21 + ──",
    ),
    "of a product of many": ('decimals = 3\nsteps = ["L = prod(1 / n)", "P = L ** (-1/6)"]\ngiven = { n = [[3, 4, 81]] }', "1/972 ≈ 0.001 [1] nₖ P = L^(−1/6) = (1/972)^(−1/6) ≈ 3.147"),
    "a small number below a power": (
        'decimals = 2\nsteps = ["P = p**9 * q", "PP = P**(-1/10)"]\ngiven = { p = 0.91, q = 0.01 }',
        "PP = P^(−1/10) ≈ 0.00428^(−1/10) ≈ 1.73",
    ),
    "a diagonal over sums": ('steps = ["P = diag(C) / sum(C, axis=0)"]\ngiven = { C = [[8, 10], [5, 60]] }', "= ⎢── ──⎥ = [8/13 6/7]"),
    "a mean of a diagonal": ('steps = ["L = -mean(log(diag(P)))"]\ngiven = { P = [[0.5, 0.5], [0.8, 0.2]] }', "log(0.5) + log(0.2)"),
    "a length of a matrix": ('steps = ["e = norm(A - B)"]\ngiven = { A = [["sqrt(2)", 1], [2, 3]], B = [[1, 0], [0, 1]] }', "║⎡√2 1⎤ − ⎡1 0⎤║"),
    "roots of long numbers beside decimals": (
        'decimals = 3\nsteps = ["a = x / n", "s = sqrt(a * (1 - a) / n)", "I = [a - 1.96 * s, a + 1.96 * s]"]\ngiven = { x = 420, n = 500 }',
        "≈ 0.016 [1] I = [a − 1.96·s a + 1.96·s] ≈ [0.84 − 1.96·0.0164 0.84 + 1.96·0.0164] ≈ [0.808 0.872] [1]",
    ),
    "roots of short ones": ('decimals = 3\nsteps = ["s = sqrt(a) / 3"]\ngiven = { a = 14 }', "= √14/3 ≈ 1.247"),
    "an order from the largest": (
        'steps = ["t = -sort(-r)", "p = argsort(-r)", "q = argsort(r)"]\ngiven = { r = [[1, 3, 2]] }',
        "t = sort↓(r) = sort↓([1 3 2]) = [3 2 1] [1] Where the entries of each row stand, the smallest first, with ↓ the largest first. p = argsort↓(r) = [1 2 0] → r₂, r₃, r₁ [1] q = argsort(r) = [0 2 1] → r₁, r₃, r₂",
    ),
    "numbers that stand in the line": ('steps = ["a = max([3, 4, 1])"]', "a = max([3 4 1]) = 4"),
    "a quadratic form": ('steps = ["f = x.T @ Q @ x / 2"]\ngiven = { Q = [[4, 1], [1, 3]], x = [[1], [1]] }', "f = ──── = ─[1 1]⎡4 1⎤⎡1⎤ = 9/2"),
    "a number to a whole one": ('steps = ["z = round(-a / b)"]\ngiven = { a = 1.08, b = 0.32 }', "round⎜−─⎟ = round⎜−────⎟ = round(−3.375) = −3"),
    "rewards that are discounted": (
        'steps = ["G = sum(gamma ** arange(3) * r)"]\ngiven = { gamma = 0.9, r = [[1, 0, 2]] }', "= 0.9⁰·1 + 0.9¹·0 + 0.9²·2 = 2.62",
    ),
    "entries at pairs of places, and their product": (
        'steps = ["P = prod(B[[0, 1, 0], [1, 0, 1]])", "q = B[[0, 1], [1, 0]]"]\ngiven.B = [[1, 2], [3, 4]]',
        "P = B_(1, 2)·B_(2, 1)·B_(1, 2) = 2·3·2 = 12 [1] q = [B_(1, 2) B_(2, 1)] = [2 3] [1]",
    ),
    "what stands at places, in a sum and in a product": (
        'steps = ["P = prod(p[0, t])", "H = sum(log2(Q_a[t, u]))", "s = sum(Q_a[u, :])"]\n'
        'given = { p = [[2, 3]], t = [[1, 0, 1]], u = [[0, 1, 1]], Q_a = [[2, 4], [8, 16]] }',
        "P = ∏ₖ p_tₖ = 3·2·3 = 18 [1] Places are counted from 0: 0 is the first. "
        "H = ∑ₖ log₂((Qₐ)_(tₖ, uₖ)) = log₂(8) + log₂(4) + log₂(16) = 9 [1] s = ∑_(i, j) (Qₐ)_(uᵢ, j) = ",
    ),
    "the larger of a line of one entry and a number": (
        'steps = ["p = C[1, 0] / sum(C)", "m = max(log(p / C[0, 0]), 0)"]\ngiven.C = [[1, 2], [3, 4]]', "max⎜log⎜────────⎟, 0⎟ = max(log(0.3), 0) = 0",
    ),
    "entries that are picked of a row": ('steps = ["P = prod(p[0, [1, 0, 1]])"]\ngiven.p = [[2, 3]]', "P = p₂·p₁·p₂ = 3·2·3 = 18"),
    "a row of numbers of other rows": (
        'steps = ["a = x[0, 1]", "b = x @ x.T", "r = [a, b]", "s = mean([b, a])"]\ngiven.x = [[1, 3]]',
        "r = [a b] = [3 10] [1] b + a 10 + 3 s = ───── = ────── = 13/2",
    ),
    "the larger in each place": (
        'steps = ["m = maximum(s - s[0, 1] + 1, 0)", "n = minimum(s, t)"]\ngiven = { s = [[3, 2]], t = [[1, 5]] }',
        "= [max(3 − 2 + 1, 0) max(2 − 2 + 1, 0)] = [2 1] [1] n = min(s, t) = [min(3, 1) min(2, 5)] = [1 2]",
    ),
    "each entry of a row has its power": ('steps = ["r = s ** -2"]\ngiven.s = [[1, 2]]', "r = s⁻² = [1⁻² 2⁻²] = [1 1/4]"),
    "no power of a row that has no room for its entries": (
        'working = "decimals"\nsteps = ["L = a ** h * (1 - a) ** (100 - h)"]\ngiven = { a = 0.6, h = [[51, 92, 83, 44, 75]] }',
        "L = a^h ∘ (1 − a)^(100 − h) ≈ [1.5·10⁻³¹",
    ),
    "likelihoods of which the digits would leave nothing": (
        'working = "decimals"\ndecimals = 2\nsteps = ["L = a * b", "r = L / sum(L)"]\ngiven = { a = [[0.02, 0.03]], b = [[0.1, 0.11]] }',
        "L = a ∘ b = [0.02 0.03] ∘ [0.1 0.11] = [0.0020 0.0033] [1] L ⎡0.0020 0.0033⎤ r =",
    ),
    "likelihoods that do not end": (
        'working = "decimals"\ndecimals = 2\nsteps = ["L = a / 300", "r = L / sum(L)"]\ngiven.a = [[0.5, 1]]',
        "≈ [0.0017 0.0033] [1] 300 300 L ⎡0.00167 0.00333⎤ r =",
    ),
    "a letter that a variance asks for": (
        'steps = ["z = x @ w", "V = variance(z)", "s = solve(V == 1, sigma)"]\nshapes = { x = [1, "n"], w = ["n", 1] }\n'
        'letters.sigma = "positive"\nrandom.w.variance = "sigma**2"',
        "V = Var[z] = n·1·σ² = nσ² [1] ns² = 1 1 s = ── [1] √n",
    ),
    "the same with a size": (
        'steps = ["z = x @ w", "V = variance(z)", "s = solve(V == 1, sigma)"]\nshapes = { x = [1, "n"], w = ["n", 1] }\nsizes.n = 512\n'
        'letters.sigma = "positive"\nrandom.w.variance = "sigma**2"',
        "s = ── = ──── = ── ≈ 0.0442",
    ),
    "a mean that is a product": (
        'steps = ["r = g * d * h", "E = expectation(r)", "k = solve(E == h, g)"]\nletters.positive = ["p", "g", "h"]\n'
        'shapes.d = [1, 1]\nrandom.d = { mean = "1 - p", variance = "p * (1 - p)" }',
        "E = E[r] = h·g·(1 − p) [1] h·k·(1 − p) = h 1 k = ───── [1] 1 − p",
    ),
    "what a sum and a sign do is not told": (
        'steps = ["y = sigmoid(x @ w + b)", "J = -(t * log(y) + (1 - t) * log(1 - y))"]\n'
        'given = { x = [[1, 2]], w = [[0], [0]], b = 0, t = 1 }\ngradient = { of = "J", wrt = ["w", "b"] }',
        "log(1 − y)): sigmoid and cross-entropy in one: the derivative by xw + b is y − t. db = y − t",
    ),
    "a pointer back, with its word": (
        'steps = ["b_2 = argmax(M, axis=0)", "q = argmax(v)", "p = b_2[0, q]"]\ngiven = { M = [[1, 2], [3, 4]], v = [[3, 2]] }',
        "p = b_(2, q) = 1",
    ),
    "a Jacobian of hardly anything": (
        'working = "decimals"\ndecimals = 3\nsteps = ["p = softmax(s)", "J = softmax_jacobian(p)"]\ngiven.s = [[16, 8, 0]]',
        "⎡ 0.00034 −0.00034 0.00000⎤ ≈ ⎢−0.00034 0.00034 0.00000⎥ [1] ⎣ 0.00000",
    ),
    "what is cut at a number with a name": (
        'steps = ["A = X[:, 0:k]", "Z = concat(-X[:, k:], X[:, cols(X)-2:k*1])"]\ngiven = { X = [[1, 2, 3]], k = 2 }',
        "A = X_(1:k) = [1 2] [1] Z = Concat(−X_(k + 1:3), X_(2:k)) = [−3 2]",
    ),
    "what is cut at a letter": (
        'steps = ["Q = X[:, :, 0:d]", "K = X[:, :, d:2*d]"]\nshapes.X = ["n", "T", "3*d"]\nsizes = { n = 2, T = 5, d = 4 }',
        "Q = X_(:, 1:d) (n, T, d) = (2, 5, 4) T rows and d columns are cut out K = X_(:, d + 1:2·d) (n, T, d) = (2, 5, 4)",
    ),
    "a product with a part of a matrix": (
        'working = "decimals"\ndecimals = 2\nsteps = ["A = softmax(S)", "T = A @ X[:, 0:1]"]\ngiven = { S = [[9, 0]], X = [[1, 0], [2, 1]] }',
        "T = AX_(:, 1) ≈ 1.00·1 + 0.00·2 ≈ 1.00",
    ),
    "a product of more rows with a part of a matrix": (
        'working = "decimals"\ndecimals = 2\nsteps = ["A = softmax(S)", "T = A @ X[:, 0:1]"]\ngiven = { S = [[9, 0], [0, 0]], X = [[1, 0], [2, 1]] }',
        "T = AX_(:, 1) ≈ ⎡1.00 0.00⎤⎡1⎤ ≈ ⎡1.00⎤",
    ),
    "a variance about a mean that does not end": (
        'steps = ["m = mean(x)", "v = var(x)"]\ngiven.x = [[2, 4, 4]]',
        "1 (2 − 10/3)² + (4 − 10/3)² + (4 − 10/3)² v = ─∑ₖ (xₖ − m)² = ─────────────────────────────────────── = 8/9",
    ),
    "the same in decimals": (
        'working = "decimals"\ndecimals = 3\nsteps = ["m = mean(x)", "v = var(x)"]\ngiven.x = [[2, 4, 4]]',
        "(2 − 3.333)² + (4 − 3.333)² + (4 − 3.333)² v = ─∑ₖ (xₖ − m)² ≈ ────────────────────────────────────────── 3 3 ≈ 0.889",
    ),
    "the same in a batch": (
        'steps = ["m = mean(X, axis=1)", "v = var(X, axis=1)"]\ngiven.X = [[[2, 4, 4]], [[1, 1, 2]]]',
        "(1 − 4/3)² + (1 − 4/3)² + (2 − 4/3)²",
    ),
    "a variance below a root": (
        'steps = ["s = sqrt(var(x))"]\ngiven.x = [[2, 4, 6, 8]]',
        "s = √((1/4)∑ₖ (xₖ − (1/4)∑ₗ xₗ)²) = √(((2 − 5)² + (4 − 5)² + (6 − 5)² + (8 − 5)²)/4) = √5 ≈ 2.2361",
    ),
    "what is made of nothing stands by its value": (
        'steps = ["M = (1 - tril(ones(2, 2))) * -9 + X", "J = X + eye(2)"]\ngiven.X = [[1, 2], [3, 4]]',
        "M = −9(1 − [i ≥ j]) + X = ⎡0 −9⎤ + ⎡1 2⎤ = ⎡1 −7⎤ [1] ⎣0 0⎦ ⎣3 4⎦ ⎣3 4⎦ J = X + I₂ = ⎡1 2⎤ + I₂ = ⎡2 2⎤",
    ),
    "the same beside a number": (
        'steps = ["B = -m * (arange(2).T - arange(2))"]\ngiven.m = 0.5',
        "B = −m⎛⎡0⎤ − [0 1]⎞ = −0.5·⎡0 −1⎤ = ⎡ 0 0.5⎤",
    ),
    "heads of a claim are called alike in its check and beside it": (
        'steps = ["B = A"]\ngiven.A = [[1]]\n[[question.part]]\n[[question.part.proof]]\nclaim = "x"\n'
        'check = "concat(H_1, H_2) @ eye(4) == concat(H_1, H_2)"\nsizes = { H_1 = [3, 2], H_2 = [3, 2] }',
        "Checked by machine for H₁, H₂ of 3×2",
    ),
    "no rule within a derivative": (
        'working = "decimals"\nsteps = ["p = softmax(s)", "f = p[0, 0]"]\ngiven.s = [[2, 1, 0]]\ngradient = { of = "f", wrt = ["p"] }',
        "dp = [1 0 0]",
    ),
    "a mask of a large negative number": (
        'working = "decimals"\nsteps = ["L = S + (1 - M) * -1e9", "A = softmax(L)"]\ngiven = { S = [[1, 1]], M = [[1, 0]] }',
        "L = S − 10⁹(1 − M) = [1 1] − 10⁹·(1 − [1 0]) = [1 −999999999] [1] The row in full: "
        "The largest score is subtracted first so that no exponential overflows: scores = (1, −999999999) "
        "minus largest = (0, −1000000000) exponentials ≈ (1.0000, 0.0000)",
    ),
    "a place of a row on the way, with its numbers": ('steps = ["r = (2*s + s)[0, 1]"]\ngiven.s = [[1, 3]]', "r = (2s + s)₂ = 2·3 + 3 = 9"),
    "what is cut out, once": (
        'working = "decimals"\ndecimals = 3\nsteps = ["y = sigmoid(X)", "o = y[1:3, :] @ v.T"]\ngiven = { X = [[1, 0], [0, 0], [0, 0]], v = [[1, 2]] }',
        "o = y_(2:3, :)vᵀ = ⎡0.500 0.500⎤⎡1⎤ = ⎡1.5⎤ [1] ⎣0.500 0.500⎦⎣2⎦ ⎣1.5⎦",
    ),
    "a root once": ('steps = ["r = sqrt(mean(x**2))"]\ngiven.x = [[2, 4, 6, 8]]', "√((2² + 4² + 6² + 8²)/4) = √30 ≈ 5.4772"),
    "a norm that a line goes on from": (
        'steps = ["N = layer_norm(X) * g + X"]\ngiven = { X = [[1, 3]], g = [[2, 1]] }',
        "variance, which is its mean squared deviation. mean = 2 variance = 1 N = LayerNorm(X) ∘ g + X",
    ),
    "a place of a function of a row": ('steps = ["p = softmax(s)[:, 0:1]"]\ngiven.s = [[1, 2]]', "p = softmax(s)₁ = softmax([1 2])₁ = "),
    "letters of a proof alone": (
        'steps = ["A = softmax(S)"]\ngiven.S = [[1, 0]]\nletters.m = "integer"\n[[question.part]]\nasks = ["A"]\n[[question.part]]\n'
        '[[question.part.proof]]\nclaim = "x"\ncheck = "m * X + X == (m + 1) * X"\nsizes.X = [1, 2]',
        "≈ [0.7311 0.2689]",
    ),
    "a list in letters, once": ('steps = ["P = [sin(w*p), cos(w*p)]"]\nletters.real = ["w", "p"]', "P = [sin(w·p) cos(w·p)] [1]"),
    "the terms of a sum in letters": (
        'steps = ["D = sum((R - P)**2)"]\ngiven = { R = [["a", "b"]], P = [[1, "c"]] }\nletters.real = ["a", "b", "c"]',
        "D = ∑ₖ (Rₖ − Pₖ)² = (a − 1)² + (b − c)²",
    ),
    "no −0.00 in an inverse": ('steps = ["B = inv(A)"]\ngiven.A = [[0.5, 0.0], [0.0, 0.25]]', "⎡0.25 0.0⎤"),
    "powers of numbers and places of rows in a proof": (
        'steps = ["B = A"]\ngiven.A = [[1]]\n[[question.part]]\n[[question.part.proof]]\nclaim = "x"\n'
        'check = "(q @ q.T) ** 2 == (q[:, 0:1] ** 2 + q[:, 1:2] ** 2) ** 2"\nsizes.q = [1, 2]',
        "(qqᵀ)² = (q₁² + q₂²)²",
    ),
    "decimals where the sheet gives decimals": (
        'steps = ["g = normalize(keep_top_k(p, 2))"]\ngiven.p = [[0.10, 0.40, 0.25, 0.25]]', "= [0 8/13 5/13 0] ≈ [0 0.6154 0.3846 0]",
    ),
    "a line whose mean is asked, and which is shown nowhere else": (
        'steps = ["s = q @ k.T", "t = s ** 2", "M = expectation(t)"]\nshapes = { q = [1, "d"], k = [1, "d"] }\n[[question.part]]\nasks = ["M"]',
        "An entry of s = qkᵀ adds d products of independent entries: E[qk] = E[q]E[k] and Var[qk] = E[q²]E[k²] − E[qk]². Expectations always "
        "add up, variances since no two of the products correlate. An entry of t = s² is a square: E[x²] = Var[x] + E[x]². M = E[t] = d + 0·0 = d",
    ),
    "shares of large numbers, put in as they are shown": (
        'steps = ["F = d * T", "G = d * d", "r = F / G"]\ngiven = { d = [[768768, 1024256]], T = 262147 }\n'
        'show = { F = { as = "scientific", digits = 3 }, G = { as = "scientific", digits = 3 }, r = { as = "percent", digits = 1 } }',
        "F ⎡2.015·10¹¹ 2.685·10¹¹⎤ r = ─ ≈ ⎢────────── ──────────⎥ ≈ [34.1 % 25.6 %]",
    ),
    "a number on the way to a number": (
        'working = "decimals"\nsteps = ["N = sum(C)", "p = C[0, 1] / N", "q = sum(C[:, 1]) / N", "I = max(log2(p / q), 0)"]\ngiven.C = [[2, 7], [0, 4]]',
        "= max(log₂(0.6364), 0) = 0 ",
    ),
    "digits that a question asks for": ('decimals = 1\nsteps = ["r = a / b"]\ngiven = { a = 65, b = 17 }', "≈ 3.8"),
}


@pytest.mark.parametrize(("question", "shown"), WRITTEN.values(), ids=WRITTEN)
def test_a_line_is_written_as_one_would(question: str, shown: str) -> None:
    assert shown in " ".join(page(loads(f"[[question]]\n{question}"), "text").split())
