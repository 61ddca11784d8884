# NAME.py -- Heun's method of order 2 with constant steps, asked by lines: to be replaced. NAME.cfg
# says how it is started.
import sys


def say(word, *numbers):
    print(word, *(x.hex() for x in numbers), flush=True)


def f(t, y):
    say("f", t, *y)
    word, *numbers = sys.stdin.readline().split()
    if word != "f":
        raise ArithmeticError("f does not exist at t = %g" % t)
    return [float.fromhex(x) for x in numbers]


def step(t, y, h):
    k1 = f(t, y)
    k2 = f(t + h, [a + h * b for a, b in zip(y, k1)])
    return [a + h * (b + c) / 2 for a, b, c in zip(y, k1, k2)]


for line in sys.stdin:
    word, *numbers = line.split()
    if word == "open":
        say("ready")
    elif word == "begin":
        n, h0 = int(numbers[0]), float.fromhex(numbers[2])
        say("ok")
    elif word == "restart":
        x = [float.fromhex(x) for x in numbers]
        t, y = x[0], x[2 : 2 + n]
        say("ok")
    elif word == "step":  # one step, never beyond tmax
        tmax = float.fromhex(numbers[0])
        last = t + 1.000001 * h0 >= tmax
        y = step(t, y, tmax - t if last else h0)
        t = tmax if last else t + h0
        say("done", t, *y)
    else:
        say("ok")
