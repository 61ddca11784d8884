# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""toy.py OUTPUT VERSION [-DSAVES=0 ...]: compiles tests/fmi/toy.c into an FMU."""

import os
import subprocess
import sys
import tempfile
import zipfile

_HERE = os.path.dirname(os.path.abspath(__file__))

_TWO = """<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Toy" guid="{toy}" numberOfEventIndicators="1">
  <ModelExchange modelIdentifier="toy" canGetAndSetFMUstate="%(saves)s"
    completedIntegratorStepNotNeeded="%(quiet)s"/>
  <DefaultExperiment startTime="0" stopTime="2.2"/>
  <ModelVariables>
    <ScalarVariable name="h" valueReference="1" causality="output"><Real start="1"/></ScalarVariable>
    <ScalarVariable name="v" valueReference="2" causality="output"><Real start="0"/></ScalarVariable>
    <ScalarVariable name="der(h)" valueReference="3"><Real derivative="1"/></ScalarVariable>
    <ScalarVariable name="der(v)" valueReference="4"><Real derivative="2"/></ScalarVariable>
    <ScalarVariable name="g" valueReference="5" causality="parameter"><Real start="9.81"/></ScalarVariable>
    <ScalarVariable name="e" valueReference="6" causality="parameter"><Real start="0.8"/></ScalarVariable>
    <ScalarVariable name="limit" valueReference="7" causality="parameter"><Integer start="100"/></ScalarVariable>
    <ScalarVariable name="counter" valueReference="8" causality="output"><Integer/></ScalarVariable>
    <ScalarVariable name="stop" valueReference="9" causality="parameter"><Boolean start="true"/></ScalarVariable>
    <ScalarVariable name="n" valueReference="10" causality="output"><Integer/></ScalarVariable>
  </ModelVariables>
  <ModelStructure>
    <Outputs><Unknown index="1"/><Unknown index="2"/><Unknown index="8"/><Unknown index="10"/></Outputs>
    <Derivatives><Unknown index="3"/><Unknown index="4"/></Derivatives>
  </ModelStructure>
</fmiModelDescription>
"""

_THREE = """<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="Toy" instantiationToken="{toy}">
  <ModelExchange modelIdentifier="toy" canGetAndSetFMUState="%(saves)s"
    needsCompletedIntegratorStep="%(loud)s"/>
  <DefaultExperiment startTime="0" stopTime="2.2"/>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent"/>
    <Float64 name="h" valueReference="1" causality="output" start="1"/>
    <Float64 name="v" valueReference="2" causality="output" start="0"/>
    <Float64 name="der(h)" valueReference="3" derivative="1"/>
    <Float64 name="der(v)" valueReference="4" derivative="2"/>
    <Float64 name="g" valueReference="5" causality="parameter" start="9.81"/>
    <Float64 name="e" valueReference="6" causality="parameter" start="0.8"/>
    <Int32 name="limit" valueReference="7" causality="parameter" start="100"/>
    <Int32 name="counter" valueReference="8" causality="output"/>
    <Boolean name="stop" valueReference="9" causality="parameter" start="true"/>
    <Int32 name="n" valueReference="10" causality="output"/>
  </ModelVariables>
  <ModelStructure>
    <Output valueReference="1"/><Output valueReference="2"/><Output valueReference="8"/><Output valueReference="10"/>
    <ContinuousStateDerivative valueReference="3"/><ContinuousStateDerivative valueReference="4"/>
    <EventIndicator valueReference="1"/>
  </ModelStructure>
</fmiModelDescription>
"""


def description(version, flags):
    saves, loud = "-DSAVES=0" not in flags, "-DSTEP_EVENT" in flags
    words = {"saves": saves, "loud": loud, "quiet": not loud}
    return (_TWO if version == 2 else _THREE) % {k: str(v).lower() for k, v in words.items()}


def library(version, flags):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "toy.so")
        command = ["cc", "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-fPIC",
                   "-shared", "-DFMI=%d" % version, "-DSAVES=1", *flags, "-o", path,
                   os.path.join(_HERE, "toy.c")]
        if "-DSAVES=0" in flags:
            command.remove("-DSAVES=1")
        subprocess.run(command, check=True)
        with open(path, "rb") as file:
            return file.read()


def write(path, members):
    with zipfile.ZipFile(path, "w") as file:
        for name, data in members:
            file.writestr(name, data)


def main(output, version, *flags):
    version = int(version)
    folder = "linux64" if version == 2 else "x86_64-linux"
    write(output, [("modelDescription.xml", description(version, flags)),
                   ("binaries/%s/toy.so" % folder, library(version, flags))])


if __name__ == "__main__":
    main(*sys.argv[1:])
