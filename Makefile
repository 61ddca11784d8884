# ivpbench -- see README.md.
#
#   make               everything into build/: `make runs`, `make quad` and `make lanes`
#   make CC=clang      the same by clang, but for what is in quad: that is gcc's
#   make runs          what a plan needs: double, its complex twins, the widest lanes of this machine
#   make quad          what makes and checks references: the generators, problems in quad, proofs
#   make lanes         lanes of all widths
#   make bench         run a plan and draw it: out/index.html       PLAN=default|quick|full
#                      SUNDIALS=ARCHIVE or PREFIX: with that build of SUNDIALS; else tools/sundials.sh compiles one
#   make peers         installs codes of others (RADAU5, LSODA ...) and races them with ours: out/peers
#   make test          light test programs and layer rules; T="lu gate": programs with one of these
#                      words in their name; CHANGED=1: those that changes reach (BASE=COMMIT);
#                      ALL=1: everything; SANITIZE=1: under ASan and UBSan
#   make papers        what the papers print beside what is measured: out/papers/index.html
#                      RESUME=1: goes on after an interruption
#   make calibration   how well wrapped libraries are compiled, for `ivpbench doctor`, stores and pages
#   make speed         what calls and runs cost, beside what is asked of them: out/speed/index.html
#   make scaling       cost and memory of a step as systems grow: out/scaling   SHORT=1: minutes; FAMILY=belt
#   make gates         small deterministic plans against reports/gates, and verdicts of the papers
#                      SETS="core contact models": these plans only; ACCEPT=1: a new base (docs/gates.md)
#   make proofs        references proved anew in ball arithmetic     SECONDS_EACH=20
#   make cli-docs      help of the command line anew: docs/cli.md, docs/ivpbench.1, tools/completion.*
#   make figures       the pictures of docs/img anew            FIGURES="hht-mass ..."
#   make siege         attacks on the harness: kills, full disks, failing allocations, fuzzed inputs
#   make interface     functions and lines of include/ivp, who uses each, what libivp.so exports
#   make lint          clang-format, clang-tidy, cppcheck
#   make install       into PREFIX (/usr/local), under DESTDIR; make uninstall
#   make site          documentation, problems, results in OUT/bench.db as a static site: OUT/site (mkdocs)
#   make dist          the committed sources as OUT/ivpbench-VERSION.tar.gz: a commit gives the same bytes
#   make clean         removes build/ and build-asan/; make help: this list
#
# Nothing lists files: a new .c in problems/, solvers/ or a room of kernel/, bench/, reports/,
# reference/ or tests/ is found by its folder. Includes are full paths from the root.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
MAKEFLAGS += --no-builtin-rules
.DEFAULT_GOAL := all
B       ?= $(if $(SANITIZE),build-asan,build)
OUT     ?= out
PLAN    ?= default
PREFIX  ?= /usr/local
CC      := $(if $(filter default,$(origin CC)),gcc,$(CC))
# clang has no _Float128: then gcc makes what is in quad or names that type (QUADS, below)
GCC     := $(if $(shell $(CC) -dM -E -x c /dev/null 2>/dev/null | grep __clang__),gcc,$(CC))
COMPILER := $(CC)
# `make CC=aarch64-linux-gnu-gcc PKG_CONFIG=aarch64-linux-gnu-pkg-config EMULATE=qemu-aarch64-static WIDEST=lanes2`: for another
# processor; what a build runs itself is run by the emulator
PKG_CONFIG ?= pkg-config
EMULATE    ?=
# lines for debuggers, without variables: they take a fifth to a third of the build (OPT='-O0 -g' to look at them)
OPT     ?= -O2 -g1
# of test programs and test plug-ins: they are compiled more often than run, and what they test is compiled with OPT
TEST_OPT ?= -O0
VERSION := $(shell cat VERSION)
# not in an archive of the sources: a compiler that is newer than they are may warn of something more
WERROR  := $(if $(wildcard .git),-Werror)
WARN     = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes $(WERROR)
# messages may be cut to their buffer, knowingly, which clang does not warn of; and constants named by `enum` are numbers
# like any other, of whose arithmetic with doubles clang warns from 19 on
WARN    += $(if $(filter-out $(GCC),$(COMPILER)),-Wno-enum-float-conversion,-Wno-format-truncation)
# functions of _Float128: math.h declares each function seven times then, a third of the compilation of a small file
TYPES   := -D__STDC_WANT_IEC_60559_TYPES_EXT__ -D__STDC_WANT_IEC_60559_BFP_EXT__ \
           -D__STDC_WANT_IEC_60559_FUNCS_EXT__
# what clang writes for debuggers by default valgrind 3.19 cannot read
DWARF    = $(if $(filter-out $(GCC),$(COMPILER)),$(if $(filter -g%,$(OPT)),-gdwarf-4 $(filter -g%,$(OPT))))
ifdef SANITIZE
SAN     := -fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=undefined
endif
# nobody puts functions of his own in the place of a library's: calls inside it need no table
FLAGS    = -std=c11 $(OPT) $(DWARF) $(WARN) $(SAN) -fPIC -fno-semantic-interposition $(CFLAGS)
COMPILE  = @mkdir -p $(@D) && echo '  $@' && $(COMPILER) $(FLAGS) -MMD -MP -MT $@ -MF $(basename $@).d
LINK     = @mkdir -p $(@D) && echo '  $@' && $(COMPILER) $(SAN) $(LDFLAGS)
QUADS   := quad% cquad% tests/quad% tests/cquad% tests/test_quad_% tests/test_ball_% \
           studies/quad_% libivpq% ivpbench-quad% siege/fuzz \
           $(patsubst %.c,obj/%.o,$(shell grep -rl _Float128 --include='*.c' bench reports reference papers))
$(QUADS:%=$(B)/%): private COMPILER := $(GCC)

# fewer of either: a build that takes less, without the tests of what is left out
QUADRUPLE := quad cquad quad_rounded cquad_rounded
IN_QUAD  ?= $(QUADRUPLE)
ARITHS   := double complex $(IN_QUAD)
WIDTHS   := lanes2 lanes4 lanes8
LANES    ?= $(WIDTHS)
# the widest that kernel/lanes/here.c takes on this processor; `make WIDEST=lanes4`: as on one that has no wider,
# `make WIDEST=`: as on one that has none
has       = $(shell grep -qsw $1 /proc/cpuinfo && echo yes)
WIDEST   := $(if $(and $(call has,avx512f),$(call has,avx512dq),$(call has,avx512vl)),lanes8,$(if \
                $(and $(call has,avx2),$(call has,fma)),lanes4,lanes2))
NARROWED := $(if $(findstring command,$(origin WIDEST)),-DLANES_WIDEST=$(or $(WIDEST:lanes%=%),0))
double_  := -DIVP_ARITH=1
# problems in double and in lanes, with all that fits in line: they are what a run evaluates
INLINED  := $(if $(SANITIZE),,$(patsubst -O2,-O3,$(filter -O2,$(OPT))))
# the harness waits for others most of the time, and a contract is asked once: less optimisation, a third less time to
# build them
LIGHTER  := $(if $(SANITIZE),,$(patsubst -O2,-O1,$(filter -O2,$(OPT))))
# numbers that have just been stored one by one are waited for where they are loaded in pairs
SINGLY   := -fno-tree-vectorize -fno-tree-slp-vectorize
# products are not looked at for infinities, which make a point no solution either way; other bits do not change; clang has
# that from 18 on
complex_ := -DIVP_ARITH=2 $(if $(filter $(GCC),$(COMPILER)),-fcx-fortran-rules)
quad_    := -DIVP_ARITH=3 $(TYPES) -Wunsuffixed-float-constants
cquad_   := -DIVP_ARITH=4 $(TYPES) -Wunsuffixed-float-constants
# loops that interpret an elimination in lanes: a tenth of their time hangs on where they begin
ALIGNED  := -falign-loops=32
# two searches of gcc grow with the square of straight code; cut short they cost a third less, and the code is as quick
STRAIGHT := $(if $(filter $(GCC),$(COMPILER)),--param max-cselib-memory-locations=20 --param lra-max-considered-reload-pseudos=50)
lanes2_  := -DIVP_ARITH=5 -DIVP_WIDTH=2
# other processors than x86 have lanes of two (include/ivp/lanes_plain.h)
X86      := $(filter x86_64%,$(shell $(CC) -dumpmachine))
lanes4_  := -DIVP_ARITH=5 -DIVP_WIDTH=4 $(if $(X86),-mavx2 -mfma)
lanes8_  := -DIVP_ARITH=5 -DIVP_WIDTH=8 $(if $(X86),-mavx512f -mavx512dq -mavx512vl)
MVEC     := $(if $(X86),-lmvec)
# quad with the constants and parameters of double: what their rounding does to a solution
quad_rounded_  := $(quad_) -DIVP_ROUNDED
cquad_rounded_ := $(cquad_) -DIVP_ROUNDED

names    = $(patsubst $1/%.c,%,$(wildcard $1/*.c))
objects  = $(patsubst %.c,$(B)/$1/%.o,$(foreach room,$2,$(wildcard $(room)/*.c)))
PROBLEMS := $(call names,problems)
# files of several folders that are built into one: two of one name would be built as one of them
once     = $(foreach n,$(sort $(notdir $1)),$(if $(word 2,$(filter %/$n,$1)),$(error one name, two files: $(filter %/$n,$1))))
$(call once,$(wildcard tests/*/test_*.c))
$(call once,$(wildcard tests/plugins/problems/*.c tests/plugins/events/*.c))
$(call once,$(wildcard tests/plugins/solvers/*/*.c))
# problems that branch on the state say so
MECHANICAL := $(patsubst problems/%.c,%,$(shell grep -l IVP_MECH problems/*.c))
LANED    := $(patsubst problems/%.c,%,$(shell grep -L IVP_NO_LANES problems/*.c))
SOLVERS  := $(call names,solvers) $(patsubst solvers/%.py,%,$(wildcard solvers/*.py))
STUDIES  := $(call names,papers/studies)
# where the headers of optional packages are looked for
HEADERS  ?= /usr/include /usr/local/include
# Enclosures need FLINT with Arb, an optional package; Arb is a library of its own in Debian 12
FLINT    := $(firstword $(wildcard $(HEADERS:%=%/flint/arb.h) $(HEADERS:%=%/arb.h)))
LIBS_arb := $(if $(filter %flint/arb.h,$(FLINT)),,-lflint-arb) -lflint -lgmp -lmd -ldl -lm
PROVE     = $(if $(FLINT),$(B)/ivpbench-prove)
# test programs that need what is in quad; test_ball_*: where FLINT is
ASK_QUAD := quad_* ball_* catalogue reference_verb reference_stop state_space
TESTS    := $(filter-out $(if $(FLINT),,$(wildcard tests/*/test_ball_*.c)) \
                         $(if $(IN_QUAD),,$(foreach t,$(ASK_QUAD),$(wildcard tests/*/test_$t.c))), \
                         $(wildcard tests/*/test_*.c))
# the complex twin of a problem is seen by one file, compiled in its arithmetic
CSTEP    := kernel/problem/cstep.o
IVP      := kernel/reason kernel/linear kernel/problem kernel/formulation kernel/stepping $(patsubst %/,%,kernel/methods/ $(wildcard kernel/methods/*/))
KERNEL    = $(filter-out %/$(CSTEP),$(call objects,$1,$(IVP)))
# reference/: the file format goes into ivpbench, the generators into ivpbench-quad
QUAD     := $(addprefix reference/,integrators flow job witness make survey)
# files of the page are linked in as they are: nothing of a report is sought at run time
WEB      := $(wildcard reports/page/web/*)
# and so are the files of `ivpbench new`
SKELETONS := $(wildcard bench/plugin/skeletons/*)
HARNESS  := $(call objects,obj,reference/file reference/double $(filter-out bench/calibrate,$(wildcard bench/*)) $(wildcard reports/*) papers) \
            $(WEB:%=$(B)/obj/%.o) $(SKELETONS:%=$(B)/obj/%.o)

# SUNDIALS: the user's (SUNDIALS=ARCHIVE, or PREFIX with include/ and lib/), else what tools/sundials.sh
# compiled with -O2, else the package's, which Debian compiles without optimisation. Static libraries
# where there are any, so that no worker loads those of MPI (adapters/sundials/sundials_versions.h); the
# common part is called generic in 6, core in 7.
SUNDIALS     ?= $(wildcard $(B)/sundials/libsundials.a)
SUN_PARTS    := ida cvode arkode sunlinsolspgmr sunlinsolklu sunlinsolband sunlinsoldense sunnonlinsolnewton \
                sunnonlinsolfixedpoint sunmatrixsparse sunmatrixband sunmatrixdense nvecserial generic core
LIBDIRS      := $(subst :, ,$(shell $(CC) -print-search-dirs 2>/dev/null | sed -n 's/^libraries: =//p'))
SUN_DIRS     := $(if $(SUNDIALS),$(SUNDIALS:%=%/lib/) $(SUNDIALS:%=%/lib64/),$(LIBDIRS))
SUN_LIBS     := $(if $(filter %.a,$(SUNDIALS)),$(SUNDIALS),$(foreach l,$(SUN_PARTS),$(firstword \
                    $(foreach end,a so,$(wildcard $(SUN_DIRS:%=%libsundials_$l.$(end)))))))
SUN_INCLUDE  := $(if $(SUNDIALS),-isystem $(if $(filter %.a,$(SUNDIALS)),$(dir $(SUNDIALS)),$(SUNDIALS)/)include)
# what results say of it, behind its version
SUN_BUILT    := $(if $(filter $(B)/sundials/%,$(SUNDIALS)),-O2,$(if $(SUNDIALS),user,package))
MPI_INCLUDE  := $(patsubst -I%,-isystem %,$(shell $(PKG_CONFIG) --cflags-only-I mpi-c 2>/dev/null))
COMMA        := ,
LIBS_solvers := -Wl,--as-needed $(patsubst %,-Wl$(COMMA)--exclude-libs$(COMMA)%,$(notdir $(filter %.a,$(SUN_LIBS)))) \
                $(SUN_LIBS) -lklu -lgsl -lgslcblas
LIBS_bench   := -lsqlite3 -lconfig -ljansson -lseccomp -lmd -lz -lgsl -lgslcblas -ldl -lm
LIBS_check    = $(shell $(PKG_CONFIG) --libs check)

# Other flags, another build: everything compiled depends on a file that has its flags.
define remembered
$(B)/$1: FORCE
	@mkdir -p $$(@D) && echo '$2' | cmp -s - $$@ || echo '$2' >$$@
endef
$(eval $(call remembered,flags,$(CC) $(FLAGS) $(INLINED) $(SINGLY) $(ALIGNED)))
$(eval $(call remembered,tests/flags,$(TEST_OPT)))
# ... and what was found on this machine, on another: a package that is installed later is used.
$(eval $(call remembered,found/sundials,$(SUN_LIBS) $(SUN_INCLUDE) $(MPI_INCLUDE)))
.PHONY: FORCE

# A verb that lacks something names the target that builds it (bench/process/companion.c).
.PHONY: all runs quad lanes
# folder below each arithmetic, arithmetics, problems
in_each = $(foreach a,$2,$(3:%=$(B)/$a/$1/%.so))
# a bench makes no problem that its plan does not name
RUN_PROBLEMS ?= $(PROBLEMS)
of_run  = $(filter $(RUN_PROBLEMS),$1)
all: runs $(if $(IN_QUAD),quad) lanes
runs: $(B)/ivpbench $(SOLVERS:%=$(B)/double/solvers/%.so) \
      $(call in_each,problems,double complex,$(call of_run,$(PROBLEMS))) \
      $(call in_each,problems,$(WIDEST),$(call of_run,$(LANED))) \
      $(call in_each,eliminations,double $(WIDEST),$(call of_run,$(MECHANICAL)))
quad: $(B)/ivpbench-quad $(B)/ivpbench-quad-rounded $(B)/ivpbench-scan $(PROVE) \
      $(call in_each,problems,$(or $(IN_QUAD),$(QUADRUPLE)),$(PROBLEMS))
lanes: $(call in_each,problems,$(LANES),$(LANED)) $(call in_each,eliminations,$(LANES),$(MECHANICAL))

# ---- problems: four arithmetics from one source, seeing include/ only ---------------------------
# ---- kernel: libivp in double, libivpq in quad; cstep.c in the complex twin of each -------------
# tests/plugins/problems: test equations and plug-ins made to be caught, tests/plugins/events: those
# with events; the tests are their root
define arith_rules
$(B)/$1/problems/%.so: problems/%.c $$(B)/flags
	$$(COMPILE) $$($1_) $$(if $$(filter double,$1),$$(INLINED) $$(SINGLY))$$(if $$(findstring lanes,$1),$$(INLINED)) -Iinclude -shared -o $$@ $$< \
	    $$(if $$(findstring lanes,$1),$$(MVEC)) -lm
$(B)/$1/eliminations/%.so: $(B)/eliminations/%.c $$(B)/flags
	$$(COMPILE) $$($1_) $$(SINGLY) $$(STRAIGHT) $$(if $$(SANITIZE),-O0) -Iinclude -I. -shared -o $$@ $$<
$(B)/tests/$1/problems/%.so: tests/plugins/problems/%.c $$(B)/flags $$(B)/tests/flags
	$$(COMPILE) $$($1_) $$(TEST_OPT) -Iinclude -I. -shared -o $$@ $$< $$(if $$(findstring lanes,$1),$$(MVEC)) -lm
$(B)/tests/$1/problems/%.so: tests/plugins/events/%.c $$(B)/flags $$(B)/tests/flags
	$$(COMPILE) $$($1_) $$(TEST_OPT) -Iinclude -I. -shared -o $$@ $$< -lm
$(B)/$1/kernel/%.o: kernel/%.c $$(B)/flags
	$$(COMPILE) $$($1_) $$(if $$(findstring lanes,$1),$$(ALIGNED)) $$(if $$(findstring /contract/,$$<),$$(LIGHTER)) -DIVP_KERNEL= -D_POSIX_C_SOURCE=200809L -Iinclude -I. \
	    -isystem /usr/include/suitesparse -c -o $$@ $$<
$(B)/$1/adapters/%.o: adapters/%.c $$(B)/flags
	$$(COMPILE) $$($1_) -D_GNU_SOURCE -Iinclude -I. -c -o $$@ $$<
endef
$(foreach a,double complex $(QUADRUPLE) $(WIDTHS),$(eval $(call arith_rules,$a)))

# saddle points eliminated in straight code: thousands of lines, over which optimisers of code with sanitizers brood
# (written anew with each kernel, in milliseconds, and compiled where the text is another)
$(B)/eliminations/%.written: $(B)/double/problems/%.so $(B)/complex/problems/%.so $(B)/ivpbench $(B)/libivp.so
	@mkdir -p $(@D) && $(EMULATE) $(B)/ivpbench plugin eliminate $* >$@ && \
	    { cmp -s $@ $(@:.written=.c) || cp $@ $(@:.written=.c); }
$(B)/eliminations/%.c: $(B)/eliminations/%.written ;

$(eval $(call remembered,found/narrowed,$(NARROWED)))
$(B)/double/kernel/lanes/here.o: COMPILE += $(NARROWED)
$(B)/double/kernel/lanes/here.o: $(B)/found/narrowed
# kernel/libivp.map says what libivp.so shows; internal/libivp.so is the same with all its names, for programs
# that look inside: tests, studies and rulers (what they load finds it in the place of the other one)
# problems as a library (ivp/system.h) are in it too, with the files of references
AS_LIBRARY = $(call objects,obj,library reference/file) $(B)/obj/reports/metrics/metrics.o
$(B)/libivp.so $(B)/internal/libivp.so: $(call KERNEL,double) $(call objects,double,kernel/contract kernel/contract/cells) \
                $(call objects,complex,kernel/contract/cells) $(AS_LIBRARY) \
                $(B)/complex/$(CSTEP) $(WIDTHS:%=$(B)/%/kernel/lanes/lanes.o) $(B)/double/kernel/lanes/here.o
$(B)/libivp.so: kernel/libivp.map
	$(LINK) $(IVP_LINK)
$(B)/internal/libivp.so: $(B)/internal/libivp.map
	$(LINK) $(IVP_LINK)
IVP_LINK = -shared -Wl,-soname,$(@F) -Wl,-Bsymbolic-functions -Wl,--version-script=$(filter %.map,$^) \
           -o $@ $(filter %.o,$^) -lklu -lmd -ldl -lm
$(B)/internal/libivp.map: kernel/libivp.map
	@mkdir -p $(@D) && sed '/local: /d' $< >$@
INTERNAL := -Wl,-rpath,'$$ORIGIN/../internal'
$(B)/libivpq.so: $(call KERNEL,quad) $(B)/cquad/$(CSTEP)
	$(LINK) -shared -Wl,-soname,$(@F) -Wl,-Bsymbolic-functions -o $@ $^ -ldl -lm
$(B)/libivpqr.so: $(call KERNEL,quad_rounded) $(B)/cquad_rounded/$(CSTEP)
	$(LINK) -shared -Wl,-soname,$(@F) -Wl,-Bsymbolic-functions -o $@ $^ -ldl -lm

# ---- adapters: what makes a code of others a plug-in --------------------------------------------
# libivpadapters: for plug-ins of users, in double and, of problems, in the complex twin
ADAPTED  := adapters/reason.c $(wildcard $(patsubst %,adapters/%/*.c,line python testset)) \
            $(patsubst %,adapters/fortran/%.c,fortran band) \
            $(filter-out %/twin.c,$(wildcard adapters/fmi/*.c))
TWIN     := $(filter adapters/testset/% %/start.c %/problem.c,$(ADAPTED)) adapters/fmi/twin.c
binutil   = $(shell $(CC) -print-prog-name=$1) # a cross compiler has its own
# test programs are linked more often than run: gold, where it is installed, takes half the time of the other linker
GOLD     := $(if $(SANITIZE),,$(if $(shell command -v $(call binutil,ld.gold)),-fuse-ld=gold))
ARCHIVE   = @echo '  $@' && rm -f $@ && $(call binutil,ar) rcs $@ $^
$(B)/libivpadapters.a: $(ADAPTED:%.c=$(B)/double/%.o)
	$(ARCHIVE)
$(B)/libivpadapters-complex.a: $(TWIN:%.c=$(B)/complex/%.o)
	$(ARCHIVE)
runs: $(B)/libivpadapters.a $(B)/libivpadapters-complex.a
# ... and one archive a folder for the solvers here that include its headers
define room_rule
$(B)/adapters/$1.a: $(patsubst %.c,$(B)/double/%.o,$(wildcard adapters/$1/*.c))
	@mkdir -p $$(@D)
	$$(ARCHIVE)
$(patsubst %.c,$(B)/double/%.so,$(shell grep -l '"adapters/$1/' solvers/*.c)): $(B)/adapters/$1.a
endef
$(foreach r,fortran gsl petsc,$(eval $(call room_rule,$r)))

# ---- solvers: include/ and the kernel's public nouns --------------------------------------------
# What is linked with libivp.so does not change with it: its headers say what it may depend on.
SOLVER = $(COMPILE) $(double_) -Iinclude -I. $(SUN_INCLUDE) -isystem /usr/include/suitesparse $(MPI_INCLUDE) \
         -DSUNDIALS_BUILT='"$(SUN_BUILT)"' -shared \
         -o $@ $< $(filter $(B)/adapters/%.a,$^) -L$(B) -livp -Wl,-rpath,'$$ORIGIN/../..:$$ORIGIN/../../..' \
         $(LIBS_solvers) -lm
$(B)/double/solvers/%.so: solvers/%.c $(B)/flags $(B)/found/sundials $(wildcard $(SUN_LIBS)) | $(B)/libivp.so
	$(SOLVER)
# in C++, where a compiler for it and the headers are; without them the plug-in says so
BOOST    := $(if $(shell command -v $(CXX)),$(firstword $(wildcard $(HEADERS:%=%/boost/numeric/odeint.hpp))))
$(B)/obj/solvers/boost_%.o: adapters/boost/boost_%.cpp $(B)/flags
	@mkdir -p $(@D) && echo '  $@' && $(CXX) -std=c++17 $(OPT) -Wall -Wextra -Wshadow $(WERROR) $(SAN) -fPIC \
	    -Iinclude -I. -MMD -MP -c -o $@ $<
BOOSTED   = $(if $(BOOST),$(B)/obj/solvers/boost_dopri5.o)
$(eval $(call remembered,found/boost,$(BOOST)))
$(B)/double/solvers/boost_dopri5.so: $(BOOSTED) $(B)/found/boost
$(B)/double/solvers/boost_dopri5.so: LIBS_solvers += $(BOOSTED) $(BOOST:%=-lstdc++)
# ... and how well the wrapped libraries are compiled: each against the same loops compiled here
CALIBRATED := $(call names,adapters/calibration)
$(B)/obj/calibration/%.o: adapters/calibration/%.c $(B)/flags $(B)/found/sundials
	$(COMPILE) -O2 -D_GNU_SOURCE -DSUNDIALS_BUILT='"$(SUN_BUILT)"' -Iinclude -I. $(SUN_INCLUDE) \
	    -isystem /usr/include/suitesparse $(MPI_INCLUDE) -c -o $@ $<
$(B)/obj/calibration/boost.o: adapters/calibration/boost.cpp $(B)/flags
	@mkdir -p $(@D) && echo '  $@' && $(CXX) -std=c++17 $(OPT) -Wall -Wextra -Wshadow $(WERROR) $(SAN) -fPIC \
	    -I. -MMD -MP -c -o $@ $<
$(B)/libcalibration.so: $(CALIBRATED:%=$(B)/obj/calibration/%.o) $(if $(BOOST),$(B)/obj/calibration/boost.o) \
                        $(B)/adapters/fortran.a $(B)/adapters/petsc.a $(wildcard $(SUN_LIBS)) $(B)/found/boost | $(B)/libivp.so
	$(LINK) -shared -o $@ $(filter %.o,$^) $(filter $(B)/adapters/%.a,$^) -L$(B) -livp -Wl,-rpath,'$$ORIGIN' \
	    $(LIBS_solvers) $(BOOST:%=-lstdc++) -ldl -lm
$(B)/calibrate: $(B)/obj/bench/calibrate/calibrate.o $(B)/libcalibration.so
	$(LINK) -o $@ $< -L$(B) -lcalibration -livp -Wl,-rpath,'$$ORIGIN' -lm
# anew where a library is another; libraries that are opened by name have another date then
OPENED   := /usr/lib/R/site-library/deSolve/libs/deSolve.so /usr/lib/*/octave/*/liboctave.so.* \
            /usr/lib/*/libpetsc_real.so.3.* /usr/lib/*/libgsl.so.* /usr/lib/*/libklu.so.*
$(B)/calibration.json: $(B)/calibrate $(wildcard $(OPENED))
	@echo '  $@' && $(B)/calibrate >$@.new && mv $@.new $@
.PHONY: calibration
calibration: $(B)/calibration.json
# in Python: a text inside a plug-in, which needs libpython when it runs and not before
$(B)/double/solvers/%.so: solvers/%.py $(wildcard include/ivp/*.h) $(B)/libivpadapters.a $(B)/obj/bench/plugin/plugin_python.o \
                          $(B)/obj/bench/plugin/plugin_build.o $(B)/obj/bench/plugin/places.o $(B)/flags | $(B)/libivp.so $(B)/ivpbench
	@echo '  $@' && $(EMULATE) $(B)/ivpbench plugin build $< --root $(B) >/dev/null

# ---- the harness: no numerics of its own; reports see neither kernel nor plug-ins ---------------
# IVP_KERNEL: may see problem.h and solver.h together
BUILT = -DIVP_KERNEL= -D_GNU_SOURCE -DPREFIX='"$(PREFIX)"' -DIVPBENCH_VERSION='"$(VERSION)"' \
        -DBUILD_CC='"$(CC)"' -DBUILD_GCC='"$(GCC)"' -DBUILD_FLAGS='"$(strip $(FLAGS))"' \
        -DPLUGIN_FLAGS='"$(patsubst -g1,-g,$(filter-out -Werror -Wno-format-truncation,$(FLAGS)))"' \
        -DPLUGIN_TYPES='"$(TYPES)"' -DPLUGIN_INLINED='"$(INLINED)"' -DPLUGIN_SINGLY='"$(SINGLY)"' \
        -DPLUGIN_LANES4='"$(strip $(lanes4_))"' -DPLUGIN_LANES8='"$(strip $(lanes8_))"' -DPLUGIN_LIBS='"$(MVEC) -lm"'
# a new version compiles what prints it
$(eval $(call remembered,found/version,$(VERSION)))
$(patsubst %.c,$(B)/obj/%.o,$(shell grep -rl IVPBENCH_VERSION bench)): $(B)/found/version
# what is in the process of a solver, or measures what calls cost, is optimised as the kernel is
$(B)/obj/bench/%.o: bench/%.c $(B)/flags
	$(COMPILE) $(BUILT) $(if $(filter bench/speed/% bench/worker/%,$<),,$(LIGHTER)) -Iinclude -I. -c -o $@ $<
$(B)/obj/library/%.o: library/%.c $(B)/flags
	$(COMPILE) $(BUILT) -Iinclude -I. -c -o $@ $<
$(B)/obj/reports/%.o: reports/%.c $(B)/flags
	$(COMPILE) $(BUILT) $(LIGHTER) -I. -c -o $@ $<
$(B)/obj/papers/%.o: papers/%.c $(B)/flags
	$(COMPILE) $(BUILT) $(LIGHTER) -I. -c -o $@ $<
$(WEB:%=$(B)/obj/%.o) $(SKELETONS:%=$(B)/obj/%.o): $(B)/obj/%.o: %
	@mkdir -p $(@D) && echo '  $@' && $(call binutil,ld) -r -b binary -z noexecstack -o $@ $<
$(B)/obj/reference/%.o: reference/%.c $(B)/flags
	$(COMPILE) $(BUILT) $(LIGHTER) -I. -c -o $@ $<
$(B)/quad/reference/%.o: reference/%.c $(B)/flags
	$(COMPILE) $(BUILT) $(quad_) -Iinclude -I. -c -o $@ $<

# The build knows its source tree, wherever it is; one inside the tree may be moved with it.
TREE     := $(if $(filter $(CURDIR)/,$(dir $(abspath $(B)))),..,$(CURDIR))
$(B)/tree: FORCE
	@mkdir -p $(B) && [ "$$(readlink $@)" = $(TREE) ] || ln -sfn $(TREE) $@
# (programs have them as order-only, so they alone would not bring them back)
runs: $(B)/tree $(B)/libivp.so

# an archive gives main.o to the programs that have no main of their own
$(B)/libharness.a: $(HARNESS)
	$(ARCHIVE)
$(B)/ivpbench: $(B)/obj/bench/cli/main.o $(B)/libharness.a | $(B)/libivp.so $(B)/tree
	$(LINK) -o $@ $^ -L$(B) -livp \
	    -Wl,-rpath,'$$ORIGIN:$$ORIGIN/../lib' $(LIBS_bench)
$(B)/libreference.a: $(call objects,quad,$(QUAD)) $(call objects,obj,reference/file)
	$(ARCHIVE)
LIBS_quad := -Wl,-rpath,'$$ORIGIN:$$ORIGIN/..:$$ORIGIN/../lib' -lgsl -lgslcblas -lmd -lm
$(B)/ivpbench-quad: $(B)/quad/reference/make/main_quad.o $(B)/libreference.a | $(B)/libivpq.so
	$(LINK) -o $@ $^ -L$(B) -livpq $(LIBS_quad)
$(B)/ivpbench-quad-rounded: $(B)/quad/reference/make/main_quad.o $(B)/libreference.a | $(B)/libivpqr.so
	$(LINK) -o $@ $^ -L$(B) -livpqr $(LIBS_quad)

# in double, with the witness's trail: what `make` and `check` ask of a finished file
SCAN      := $(addprefix double/reference/,scan/main_scan.o $(addprefix witness/,trail.o look.o look_rows.o look_guards.o complaints.o))
$(B)/double/reference/%.o: reference/%.c $(B)/flags
	$(COMPILE) $(BUILT) -Iinclude -I. -c -o $@ $<
$(B)/ivpbench-scan: $(SCAN:%=$(B)/%) $(call objects,obj,reference/file) | $(B)/libivp.so
	$(LINK) -o $@ $^ -L$(B) -livp -Wl,-rpath,'$$ORIGIN:$$ORIGIN/../lib' -lgsl -lgslcblas -lmd -lm

# ---- enclosures: in double, and the systems found by their symbols ------------------------------
$(B)/libenclosures.a: $(call objects,obj,reference/prove reference/file) $(B)/double/kernel/reason/reason.o
	$(ARCHIVE)
SYSTEMS := $(call objects,obj,reference/prove/systems)
$(B)/ivpbench-prove: $(B)/obj/reference/prove/main_prove.o $(SYSTEMS) $(B)/libenclosures.a
	$(LINK) -rdynamic -o $@ $^ $(LIBS_arb)

# ---- tests: one program per noun, seeing everything but main; quad_*: in the generators';
# ball_*: with FLINT -----
define test_rule
$(B)/tests/$2.o: $1 $(B)/flags $(B)/tests/flags
	$$(COMPILE) $$(BUILT) $$(TEST_OPT) -Iinclude -I. -c -o $$@ $$<
$(B)/tests/$2: $(B)/tests/$2.o $(B)/libharness.a | $(B)/libivp.so $(B)/internal/libivp.so
	$$(LINK) $(GOLD) -o $$@ $$< $$(WITH) $(B)/libharness.a -L$(B)/internal -livp -Wl,-rpath,'$$$$ORIGIN/../internal' \
	    $$(LIBS_check) $$(LIBS_bench) -Wl,--exclude-libs,ALL $$(LIBS_solvers)
endef
define quad_test_rule
$(B)/tests/$2.o: $1 $(B)/flags $(B)/tests/flags
	$$(COMPILE) $$(BUILT) $$(quad_) $$(TEST_OPT) -Iinclude -I. -c -o $$@ $$<
$(B)/tests/$2: $(B)/tests/$2.o $(B)/libreference.a | $(B)/libivpq.so
	$$(LINK) -o $$@ $$< $(B)/libreference.a -L$(B) -livpq $$(LIBS_check) $$(LIBS_quad)
endef
define ball_test_rule
$(B)/tests/$2.o: $1 $(B)/flags $(B)/tests/flags
	$$(COMPILE) $$(BUILT) $$(quad_) -Wno-unsuffixed-float-constants $$(TEST_OPT) -Iinclude -I. -c -o $$@ $$<
$(B)/tests/$2: $(B)/tests/$2.o $(SYSTEMS) $(B)/obj/bench/base/util.o $(B)/libenclosures.a $(B)/libreference.a | $(B)/libivpq.so
	$$(LINK) -o $$@ $$^ -rdynamic -L$(B) -livpq $$(LIBS_check) $$(LIBS_quad) $$(LIBS_arb)
endef
kind      = $(if $(findstring test_ball_,$1),ball_,$(if $(findstring test_quad_,$1),quad_))
$(foreach t,$(TESTS),$(eval $(call $(call kind,$t)test_rule,$t,$(basename $(notdir $t)))))
# benchmarks: compiled with the tests, run by hand
RULERS   := bench/overhead bench/drive_cost bench/slips bench/measured gates/experiments speed/scaling speed/unknowns speed/krylov speed/ida_cost speed/bare reports/aa reports/big \
            languages/sbml_rows
$(foreach r,$(RULERS),$(eval $(call test_rule,tests/$r.c,$(notdir $r))))
$(patsubst %,$(B)/tests/%.o,$(notdir $(RULERS))): TEST_OPT :=
# ... with these plug-ins, whose calls are measured
$(foreach a,double complex,$(B)/tests/$a/problems/t_linear.so) $(foreach s,t_advances t_drives,$(B)/testroot/double/solvers/$s.so): TEST_OPT :=
$(B)/tests/ida_cost.o: COMPILE += $(SUN_INCLUDE) -isystem /usr/include/suitesparse $(MPI_INCLUDE)
$(B)/tests/ida_cost $(B)/tests/bare $(B)/tests/krylov: LIBS_solvers += -lm
$(B)/tests/bare: LIBS_solvers += -rdynamic
# another SUNDIALS than before is another bare program
$(foreach r,ida_cost bare krylov overhead,$(B)/tests/$r.o $(B)/tests/$r): $(B)/found/sundials $(wildcard $(SUN_LIBS))

# ---- studies of the papers: what no cell measures; quad_* in quad ---------------------------------
$(B)/studies/%: papers/studies/%.c $(B)/libharness.a $(B)/flags | $(B)/internal/libivp.so
	$(COMPILE) $(BUILT) $(double_) -Iinclude -I. -o $@ $< $(B)/libharness.a -L$(B)/internal -livp \
	    $(INTERNAL) $(LIBS_bench)
$(B)/studies/quad_%: papers/studies/quad_%.c $(B)/flags | $(B)/libivpq.so
	$(COMPILE) $(BUILT) $(quad_) -Iinclude -I. -o $@ $< -L$(B) -livpq \
	    -Wl,-rpath,'$$ORIGIN/..' -lm
.PHONY: studies
studies: all $(STUDIES:%=$(B)/studies/%) \
         $(foreach p,oscillator sin_inverse,$(B)/tests/double/problems/t_$p.so \
                                           $(B)/tests/complex/problems/t_$p.so)

# ... and solvers that try to hurt the harness, in a plug-in root of their own
HOSTILE  := $(wildcard tests/plugins/solvers/*)
define hostile_rule
$(B)/testroot/double/solvers/%.so: $1/%.c $(B)/flags $(B)/tests/flags | $(B)/libivp.so
	$$(SOLVER) $$(TEST_OPT)
endef
$(foreach room,$(HOSTILE),$(eval $(call hostile_rule,$(room))))
$(B)/tests/test_calibration: | $(B)/calibrate
# it asks the quad program beside it
$(B)/tests/test_state_space: | $(B)/tests/test_quad_state_space
# what they ask for, in a build that makes some tests, some widths or nothing in quad
$(foreach t,confined interface notebook testset,$(B)/tests/test_$t): | $(B)/ivpbench-quad
$(B)/tests/test_interface $(B)/tests/test_notebook: | $(foreach a,quad cquad,$(foreach p,andrews circular_track hires robertson,$(B)/$a/problems/$p.so))
$(B)/tests/test_lanes: | $(foreach a,$(WIDTHS),$(B)/$a/problems/car_axle.so $(B)/$a/eliminations/car_axle.so)
$(B)/tests/test_turn: | $(foreach a,double complex $(WIDTHS),$(B)/tests/$a/problems/t_turns.so)
$(B)/tests/test_gauss: | $(foreach a,double complex $(LANES),$(B)/tests/$a/problems/t_quicken.so)
$(B)/tests/test_gauss $(B)/tests/test_vanishing_slopes: | $(foreach a,double complex,$(B)/tests/$a/problems/t_smooth.so)
$(B)/tests/test_radau_iia: | $(foreach a,double complex,$(foreach p,bead wall,$(B)/tests/$a/problems/t_$p.so))
$(B)/tests/test_solving: | $(foreach o,problems/andrews problems/hires eliminations/andrews,$(B)/lanes2/$o.so)
$(B)/tests/test_libraries: | $(foreach a,double complex,$(foreach p,band elements,$(B)/tests/$a/problems/t_$p.so))
$(B)/tests/test_large $(B)/tests/test_reach: | $(foreach a,double complex,$(B)/tests/$a/problems/t_springs.so)
# as an object, for the linker hides what comes from archives: plug-ins must see this malloc
$(B)/tests/test_allocation $(B)/tests/test_contract_faults $(B)/tests/slips: WITH = $(B)/obj/bench/plugin/allocations.o
$(B)/tests/test_fortran_header: WITH = $(B)/libivpadapters.a
$(B)/tests/test_fortran_header: $(B)/libivpadapters.a
# the overhead benchmark calls a library itself
$(B)/tests/overhead.o $(B)/tests/bare.o $(B)/tests/krylov.o: COMPILE += $(SUN_INCLUDE) $(MPI_INCLUDE)
T_SOLVERS := $(foreach r,$(HOSTILE),$(patsubst %,$(B)/testroot/double/solvers/%.so,$(call names,$r)))
tests: $(T_SOLVERS) $(if $(SANITIZE),,$(B)/siege/fault.so $(B)/siege/fuzz)

.PHONY: tests setup bench papers speed test gates figures asan
tests: all $(patsubst %.c,$(B)/tests/%,$(notdir $(TESTS))) $(addprefix $(B)/tests/,$(notdir $(RULERS))) \
       $(foreach a,$(ARITHS),$(patsubst %,$(B)/tests/$a/problems/%.so,$(call names,tests/plugins/problems) $(call names,tests/plugins/events)))
# programs of tests and benchmarks want Check, pictures alone want gnuplot
CHECK    := check.h:check
setup:
	@tools/setup.sh $(CHECK)
.PHONY: setup-runs
setup-runs:
	@tools/setup.sh
# what these commands build first takes all processors, unless -j says otherwise
WIDE      = --no-print-directory $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell nproc))
bench: setup-runs
	@tools/sundials.sh $(B)
	@$(MAKE) $(WIDE) runs calibration RUN_PROBLEMS="$$(tools/problems.sh bench/plans/$(PLAN).cfg bench/plans/quick.cfg | tr '\n' ' ')"
	@tools/bench.sh $(B) bench/plans/$(PLAN).cfg $(OUT) && tools/header.sh $(OUT)
# codes of others: what they need is installed, all that are there are run
PEERS := /usr/lib/R/site-library/deSolve/libs/deSolve.so:r-cran-desolve \
         /usr/lib/python3/dist-packages/scipy:python3-scipy \
         '/usr/lib/*/libpython3.*.so.1.0:libpython3-dev'
.PHONY: peers
peers:
	@tools/setup.sh $(PEERS)
	@tools/sundials.sh $(B)
	@$(MAKE) $(WIDE) runs calibration
	@tools/bench.sh $(B) bench/plans/peers.cfg $(OUT)/peers
papers: setup-runs
	@$(MAKE) $(WIDE) studies
	@tools/papers.sh $(B) $(OUT)/papers && tools/header.sh $(OUT)
# exit code 1: something asked is not met
speed: setup
	@tools/sundials.sh $(B)
	@$(MAKE) $(WIDE) all calibration $(foreach a,double complex,$(B)/tests/$a/problems/t_linear.so) \
	    $(B)/tests/drive_cost $(B)/tests/bare $(foreach s,t_advances t_drives,$(B)/testroot/double/solvers/$s.so)
	@tools/speed.sh $(B) $(OUT)/speed; code=$$?; tools/header.sh $(OUT); exit $$code
.PHONY: scaling
scaling: setup
	@$(MAKE) $(WIDE) all $(B)/tests/scaling $(B)/tests/unknowns $(B)/tests/krylov $(B)/tests/ida_cost
	@tools/scaling.sh $(B) $(OUT)/scaling $(if $(SHORT),short,whole) $(FAMILY) && tools/header.sh $(OUT)
# The light test programs, which tests/light.txt lists. T="lu gate": programs with one of these
# words in their name. CHANGED=1: light programs that the changes since BASE (HEAD) reach. These want
# the widest lanes alone. ALL=1: all that can be tested here, in all arithmetics and widths.
WIDEST_ALONE = $(if $(filter file,$(origin LANES)),LANES=$(WIDEST))
test: setup
ifdef ALL
	@$(MAKE) $(WIDE) tests
	@tools/test.sh $(B)
else
	@$(MAKE) $(WIDE) runs
	@$(MAKE) $(WIDE) $(WIDEST_ALONE) chosen
endif
ifneq ($(filter chosen,$(MAKECMDGOALS)),)
PROGRAMS := $(basename $(notdir $(TESTS)))
LIGHT    := $(shell sed -n 's/^\(test_[a-z0-9_]*\) .*/\1/p' tests/light.txt)
CHOSEN   := $(strip $(if $(T),$(foreach p,$(PROGRAMS),$(if $(strip $(foreach t,$(T),$(findstring $t,$p))),$p)),$(if \
                $(CHANGED),$(shell tools/reach.sh $(B) $(BASE)),$(LIGHT) model layers circles names licences interface)))
$(foreach p,$(filter test_%,$(CHOSEN)),$(if $(filter $p,$(PROGRAMS)),,$(error $p is in tests/light.txt, \
    but there is no tests/*/$p.c: remove the line)))
$(if $(CHOSEN),,$(error no test program has "$(T)" in its name; ls tests/*/test_*.c names them))
endif
CHOSEN_QUAD = $(if $(filter $(patsubst %,test_%,$(subst *,%,$(ASK_QUAD))),$(CHOSEN)),$(or $(IN_QUAD),$(QUADRUPLE)))
.PHONY: chosen
chosen: $(patsubst %,$(B)/tests/%,$(filter test_%,$(CHOSEN))) $(T_SOLVERS) $(if $(CHOSEN_QUAD),quad) \
        $(foreach a,double complex $(CHOSEN_QUAD),$(patsubst %,$(B)/tests/$a/problems/%.so,$(call names,tests/plugins/problems) $(call names,tests/plugins/events)))
	@tools/test.sh $(B) $(CHOSEN)
# SETS="core contact models": those plans alone, without the papers
gates: setup-runs
	@$(MAKE) $(WIDE) $(if $(SETS),runs,studies)
	@tools/gates.sh $(B) $(SETS)
figures:
	@tools/setup.sh gnuplot:gnuplot-nox
	@$(MAKE) $(WIDE) runs
	@tools/figures.sh $(B) $(FIGURES)
.PHONY: proofs
proofs: setup-runs
	@$(MAKE) $(WIDE) runs quad
	@tools/proofs.sh $(B) $(SECONDS_EACH)
# attacks on the harness itself: an hour; SIEGE="short", or SIEGE="full kills fuzz"
SIEGE    ?= full
.PHONY: siege
siege: setup
	@$(MAKE) $(WIDE) tests $(B)/siege/fault.so $(B)/siege/fuzz \
	    $(if $(shell command -v clang),$(B)/siege/libfuzz)
	@tools/siege.sh $(B) $(SIEGE)
$(B)/siege/fault.so: tests/siege/fault.c tests/siege/places.c $(B)/flags
	$(COMPILE) -D_GNU_SOURCE -I. -shared -o $@ $(filter %.c,$^) -ldl
# the parsers once more, with sanitizers; what they need of the rest comes from the archive
FUZZED   := $(wildcard bench/base/*.c bench/process/*.c bench/cell/*.c bench/plan/*.c reference/file/*.c \
              reports/gates/*.c papers/*.c bench/store/*.c) reports/custom/custom_figures.c reports/custom/custom_axes.c \
            bench/plugin/plugin_line.c adapters/reason.c $(wildcard adapters/line/*.c)
SIEGES   := $(addprefix tests/siege/,fuzz.c fuzz_line.c fuzz_store.c)
# the same under libFuzzer, which is clang's: build/siege/libfuzz -max_total_time=600 FOLDER_OF_SEEDS
$(B)/siege/libfuzz: private COMPILER := clang
$(B)/siege/libfuzz: private SEEN := $(filter-out $(QUADS:obj/%.o=%.c),$(FUZZED))
$(B)/siege/libfuzz: $(SIEGES) $(FUZZED) $(B)/libharness.a $(B)/internal/libivp.so $(B)/flags
	$(COMPILE) $(BUILT) -DLIBFUZZER -fsanitize=fuzzer,address,undefined -Iinclude -I. -o $@ $(SIEGES) $(SEEN) \
	    $(B)/libharness.a -L$(B)/internal -livp $(INTERNAL) $(LIBS_bench)
$(B)/siege/fuzz: $(SIEGES) $(FUZZED) $(B)/libharness.a $(B)/internal/libivp.so $(B)/flags
	$(COMPILE) $(BUILT) -fsanitize=address,undefined -fno-sanitize-recover=undefined -Iinclude -I. \
	    -o $@ $(SIEGES) $(FUZZED) $(B)/libharness.a -L$(B) -livp -Wl,-rpath,'$$ORIGIN/..' $(LIBS_bench)
asan:
	@$(MAKE) $(WIDE) SANITIZE=1 test

# what `ivpbench help` prints and the tree keeps: FILE:FORMAT
CLI_DOCS := docs/cli.md:markdown docs/json.md:json docs/ivpbench.1:man $(foreach s,bash zsh fish,tools/completion.$s:$s)
.PHONY: cli-docs
cli-docs: $(B)/ivpbench
	@$(foreach d,$(CLI_DOCS),$(B)/ivpbench help --format $(lastword $(subst :, ,$d)) >$(firstword $(subst :, ,$d)) &&) true

.PHONY: site
site: setup-runs
	@tools/setup.sh mkdocs:mkdocs
	@$(MAKE) $(WIDE) all
	@[ -f $(OUT)/bench.db ] || tools/bench.sh $(B) bench/plans/$(PLAN).cfg $(OUT)
	@tools/site.sh $(B) $(OUT)
.PHONY: interface
interface: runs
	@tools/interface.sh $(B)
.PHONY: lint install uninstall dist clean help
help: ; @sed -n '/^[^#]/q; s/^#   //p' Makefile
lint: ; @tools/lint.sh
install: all ; @VERSION=$(VERSION) tools/install.sh $(B) "$(DESTDIR)" "$(PREFIX)"
uninstall: ; @tools/install.sh --remove $(B) "$(DESTDIR)" "$(PREFIX)"
# dates are those of the commit, and gzip writes neither name nor date
DIST     := ivpbench-$(VERSION)
dist:
	@mkdir -p $(OUT) && git archive --format=tar --prefix=$(DIST)/ HEAD >$(OUT)/$(DIST).tar && \
	    gzip -nf $(OUT)/$(DIST).tar && echo $(OUT)/$(DIST).tar.gz
clean: ; rm -rf build build-asan

# a test that moved to another room is no error in a build of before
tests/%.c: ;
-include $(shell find $(B) -name '*.d' 2>/dev/null)
.SECONDARY:
.DELETE_ON_ERROR:
