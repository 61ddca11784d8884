% andrews_octave.m -- Andrews' mechanism by ode45, after mkoctfile as ivp_system.cc says:
%
%     octave andrews_octave.m
% SPDX-License-Identifier: BSD-2-Clause
s = ivp_system("open", "andrews", "index1");
options = odeset("RelTol", 1e-6, "AbsTol", 1e-6);
[t, y] = ode45(@(t, y) ivp_system("rhs", s.id, t, y), [s.t0, s.t1], s.y0, options);
printf("scd = %.2f\n", ivp_system("scd", s.id, s.t1, y(end, :)'));
ivp_system("close", s.id);
