% octave_solver.m -- Octave's lsode or ode45 over the line protocol (docs/line-protocol.md).
%
%     octave-cli --quiet octave_solver.m lsode|ode45
%
% Neither can stop after each of its steps: they run to the time that is asked for, and the points
% that they give on the way (ode45: its steps; lsode: a hundred, between which events are looked for) are
% handed out one by one.
% SPDX-License-Identifier: BSD-2-Clause
1;

function say (word, x)
  printf ("%s\n", [word, sprintf(" %.17g", x)]);
  fflush (stdout);
end

% fgetl waits for the byte behind the end of the line: input does not.
function line = heard ()
  try
    line = input ("", "s");
  catch
    line = -1; % nobody asks any more
  end
end

function x = numbers (line)
  x = sscanf (line(find (line == " ", 1):end), "%f");
end

function dy = f (t, y)
  say ("f", [t; y]);
  line = heard ();
  if (! strncmp (line, "f ", 2)) % "no": it does not exist
    error ("f does not exist at t = %g", t);
  end
  dy = numbers (line);
end

function rows = points (method, p, t, y, tmax)
  if (strcmp (method, "lsode"))
    lsode_options ("relative tolerance", p.rtol);
    lsode_options ("absolute tolerance", p.atol);
    times = linspace (t, tmax, 101)';
    [out, state, message] = lsode (@(y, t) f (t, y), y, times);
    if (state != 2)
      error ("lsode: %s", strtrim (message));
    end
  else
    options = odeset ("RelTol", p.rtol, "AbsTol", p.atol, "Refine", 1);
    [times, out] = ode45 (@f, [t, tmax], y, options);
  end
  times(end) = tmax; % to the last bit
  rows = [times(2:end), out(2:end,:)];
end

method = argv (){end};
while (ischar (line = heard ()))
  try
    switch (strtok (line))
      case "open"
        printf ("ready decimal\n");
        fflush (stdout);
      case "begin"
        x = numbers (line);
        p = struct ("n", x(1), "rtol", x(2), "atol", x(5:end));
        say ("ok", []);
      case "restart"
        x = numbers (line);
        t = x(1);
        y = x(3:2+p.n);
        rows = [];
        say ("ok", []);
      case "step"
        if (isempty (rows))
          rows = points (method, p, t, y, numbers (line));
        end
        t = rows(1,1);
        y = rows(1,2:end)';
        rows(1,:) = [];
        say ("done", [t; y]);
      otherwise
        say ("ok", []);
    end
  catch problem
    printf ("fail %s\n", strrep (problem.message, "\n", " "));
    fflush (stdout);
  end
end
