# ivpbench -- see README.md.
#
#   make               everything into $(B)/
#   make bench         run a plan and draw it: out/index.html       PLAN=default|quick|full
#   make test          Check programs, contract tests, layer rules  SANITIZE=1: ASan and UBSan
#   make papers        what the papers print beside what is measured: out/papers/index.html
#   make gates         a small deterministic plan against reports/gates/core.cfg, and verdicts
#                      of the papers against reports/gates/papers.cfg
#   make figures       the pictures of docs/img anew            FIGURES="hht-mass ..."
#   make lint          clang-format, clang-tidy, cppcheck
#   make install       PREFIX, DESTDIR; make uninstall
#
# Nothing lists files: a new .c in problems/, solvers/, kernel/, bench/, reports/, reference/ or
# tests/ is found by its folder.
MAKEFLAGS += --no-builtin-rules
B       ?= $(if $(SANITIZE),build-asan,build)
OUT     ?= out
PLAN    ?= default
PREFIX  ?= /usr/local
CC      := $(if $(filter default,$(origin CC)),gcc,$(CC))
OPT     ?= -O2 -g
VERSION := 0.1.0
WARN    := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Werror
# messages may be cut to their buffer, knowingly
WARN    += -Wno-format-truncation
TYPES   := -D__STDC_WANT_IEC_60559_TYPES_EXT__ -D__STDC_WANT_IEC_60559_BFP_EXT__ \
           -D__STDC_WANT_IEC_60559_FUNCS_EXT__
ifdef SANITIZE
SAN     := -fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=undefined
endif
FLAGS    = -std=c11 $(OPT) $(WARN) $(TYPES) $(SAN) -fPIC $(CFLAGS)
COMPILE  = @mkdir -p $(@D) && echo '  $@' && $(CC) $(FLAGS) -MMD -MP -MT $@ -MF $(basename $@).d
LINK     = @mkdir -p $(@D) && echo '  $@' && $(CC) $(SAN) $(LDFLAGS)

ARITHS   := double complex quad cquad quad_rounded cquad_rounded
double_  := -DIVP_ARITH=1
complex_ := -DIVP_ARITH=2
quad_    := -DIVP_ARITH=3 -Wunsuffixed-float-constants
cquad_   := -DIVP_ARITH=4 -Wunsuffixed-float-constants
# quad with the constants and parameters of double: what their rounding does to a solution
quad_rounded_  := $(quad_) -DIVP_ROUNDED
cquad_rounded_ := $(cquad_) -DIVP_ROUNDED

names    = $(patsubst $1/%.c,%,$(wildcard $1/*.c))
objects  = $(patsubst %.c,$(B)/obj/%.o,$(wildcard $1/*.c))
PROBLEMS := $(call names,problems)
SOLVERS  := $(call names,solvers)
KERNEL   := $(filter-out cstep,$(call names,kernel))
STUDIES  := $(call names,reports/papers/studies)
TESTS    := $(filter test_%,$(call names,tests))
# reference/: the file format and the verb go into ivpbench, the generators into ivpbench-quad
REFCORE  := $(filter ref ref_%,$(call names,reference))
REFFILE  := $(REFCORE) verb_reference
QUADMAIN := $(filter-out $(REFFILE),$(call names,reference))
HARNESS  := $(filter-out $(B)/obj/bench/main.o,$(call objects,bench)) $(call objects,reports) \
            $(patsubst %,$(B)/obj/reference/%.o,$(filter $(REFFILE),$(call names,reference)))

# SUNDIALS: static libraries where there are any, so that no worker loads those of MPI
# (solvers/lib/sundials_versions.h); the common part is called generic in 6, core in 7.
SUNDIALS     := ida cvode arkode sunlinsolklu sunlinsoldense sunnonlinsolnewton \
                sunnonlinsolfixedpoint sunmatrixsparse sunmatrixdense nvecserial generic core
LIBDIRS      := $(subst :, ,$(shell gcc -print-search-dirs 2>/dev/null | sed -n 's/^libraries: =//p'))
SUNDIALS     := $(foreach l,$(SUNDIALS),$(firstword $(foreach end,a so,\
                    $(wildcard $(LIBDIRS:%=%libsundials_$l.$(end))))))
MPI_INCLUDE  := $(patsubst -I%,-isystem %,$(shell pkg-config --cflags-only-I mpi-c 2>/dev/null))
LIBS_solvers := -Wl,--as-needed,--exclude-libs,ALL $(SUNDIALS) -lklu -lgsl -lgslcblas
LIBS_bench   := -lsqlite3 -lconfig -ljansson -lmd -lz -lgsl -lgslcblas -ldl -lm
LIBS_check    = $(shell pkg-config --libs check)

# Other flags, another build: everything compiled depends on this file.
$(B)/flags: FORCE
	@mkdir -p $(B) && echo '$(CC) $(FLAGS)' | cmp -s - $@ || echo '$(CC) $(FLAGS)' >$@
.PHONY: FORCE

.PHONY: all plugins
all: $(B)/ivpbench $(B)/ivpbench-quad $(B)/ivpbench-quad-rounded plugins
plugins: $(foreach a,$(ARITHS),$(PROBLEMS:%=$(B)/$a/problems/%.so)) \
         $(SOLVERS:%=$(B)/double/solvers/%.so)

# ---- problems: four arithmetics from one source, seeing include/ only ---------------------------
# ---- kernel: libivp in double, libivpq in quad; cstep.c in the complex twin of each -------------
# tests/problems, tests/solvers: plug-ins made to be caught; the tests are their plug-in root
define arith_rules
$(B)/$1/problems/%.so: problems/%.c $$(B)/flags
	$$(COMPILE) $$($1_) -Iinclude -shared -o $$@ $$< -lm
$(B)/tests/$1/problems/%.so: tests/problems/%.c $$(B)/flags
	$$(COMPILE) $$($1_) -Iinclude -shared -o $$@ $$< -lm
$(B)/$1/kernel/%.o: kernel/%.c $$(B)/flags
	$$(COMPILE) $$($1_) -DIVP_KERNEL= -D_POSIX_C_SOURCE=200809L -Iinclude -c -o $$@ $$<
endef
$(foreach a,$(ARITHS),$(eval $(call arith_rules,$a)))

$(B)/libivp.so: $(KERNEL:%=$(B)/double/kernel/%.o) $(B)/complex/kernel/cstep.o
	$(LINK) -shared -Wl,-soname,$(@F) -o $@ $^ -ldl -lm
$(B)/libivpq.so: $(patsubst %,$(B)/quad/kernel/%.o,$(filter-out contract%,$(KERNEL))) $(B)/cquad/kernel/cstep.o
	$(LINK) -shared -Wl,-soname,$(@F) -o $@ $^ -ldl -lm
$(B)/libivpqr.so: $(patsubst %,$(B)/quad_rounded/kernel/%.o,$(filter-out contract%,$(KERNEL))) \
                  $(B)/cquad_rounded/kernel/cstep.o
	$(LINK) -shared -Wl,-soname,$(@F) -o $@ $^ -ldl -lm

# ---- solvers: include/ and the kernel's public nouns --------------------------------------------
SOLVER = $(COMPILE) $(double_) -Iinclude -Ikernel -isystem /usr/include/suitesparse $(MPI_INCLUDE) -shared \
         -o $@ $< -L$(B) -livp -Wl,-rpath,'$$ORIGIN/../..:$$ORIGIN/../../..' $(LIBS_solvers) -lm
$(B)/double/solvers/%.so: solvers/%.c $(B)/libivp.so $(B)/flags
	$(SOLVER)
$(B)/tests/double/solvers/%.so: tests/solvers/%.c $(B)/libivp.so $(B)/flags
	$(SOLVER)

# ---- the harness: no numerics of its own; reports see neither kernel nor plug-ins ---------------
# IVP_KERNEL: may see problem.h and solver.h together
BUILT = -DIVP_KERNEL= -D_GNU_SOURCE -DPREFIX='"$(PREFIX)"' -DIVPBENCH_VERSION='"$(VERSION)"' \
        -DBUILD_CC='"$(CC)"' -DBUILD_FLAGS='"$(strip $(FLAGS))"'
$(B)/obj/bench/%.o: bench/%.c $(B)/flags
	$(COMPILE) $(BUILT) -Iinclude -I. -c -o $@ $<
$(B)/obj/reports/%.o: reports/%.c $(B)/flags
	$(COMPILE) $(BUILT) -I. -c -o $@ $<
$(B)/obj/reference/%.o: reference/%.c $(B)/flags
	$(COMPILE) $(BUILT) -I. -c -o $@ $<
$(B)/quad/reference/%.o: reference/%.c $(B)/flags
	$(COMPILE) $(BUILT) $(quad_) -Iinclude -I. -c -o $@ $<

$(B)/libharness.a: $(HARNESS)
	@echo '  $@' && rm -f $@ && ar rcs $@ $^
$(B)/ivpbench: $(B)/obj/bench/main.o $(B)/libharness.a $(B)/libivp.so
	$(LINK) -o $@ $(filter-out %.so,$^) -L$(B) -livp \
	    -Wl,-rpath,'$$ORIGIN:$$ORIGIN/../lib' $(LIBS_bench)
QUADPARTS := $(patsubst %,$(B)/quad/reference/%.o,$(filter-out main_quad,$(QUADMAIN))) \
             $(REFCORE:%=$(B)/obj/reference/%.o)
$(B)/ivpbench-quad: $(B)/quad/reference/main_quad.o $(QUADPARTS) $(B)/libivpq.so
	$(LINK) -o $@ $(filter %.o,$^) -L$(B) -livpq \
	    -Wl,-rpath,'$$ORIGIN:$$ORIGIN/../lib' -lgsl -lgslcblas -lmd -lm
$(B)/ivpbench-quad-rounded: $(B)/quad/reference/main_quad.o $(QUADPARTS) $(B)/libivpqr.so
	$(LINK) -o $@ $(filter %.o,$^) -L$(B) -livpqr \
	    -Wl,-rpath,'$$ORIGIN:$$ORIGIN/../lib' -lgsl -lgslcblas -lmd -lm

# ---- tests: one program per noun, seeing everything but main ------------------------------------
$(B)/tests/%: tests/%.c $(B)/libharness.a $(B)/libivp.so $(B)/flags
	$(COMPILE) $(BUILT) -Iinclude -I. -Ikernel -Ibench -Ireports -Ireference -o $@ $< \
	    $(B)/libharness.a -L$(B) -livp -Wl,-rpath,'$$ORIGIN/..' \
	    $(LIBS_check) $(LIBS_bench) $(LIBS_solvers)

# ... and of the generators, in their arithmetic
$(B)/tests/test_quad_%: tests/test_quad_%.c $(QUADPARTS) $(B)/libivpq.so $(B)/flags
	$(COMPILE) $(BUILT) $(quad_) -Iinclude -I. -o $@ $< $(QUADPARTS) -L$(B) -livpq \
	    -Wl,-rpath,'$$ORIGIN/..' $(LIBS_check) -lgsl -lgslcblas -lmd -lm

# ---- studies of the papers: what no cell measures; quad_* in quad ---------------------------------
$(B)/studies/%: reports/papers/studies/%.c $(B)/libharness.a $(B)/libivp.so $(B)/flags
	$(COMPILE) $(BUILT) $(double_) -Iinclude -I. -Ikernel -o $@ $< $(B)/libharness.a -L$(B) -livp \
	    -Wl,-rpath,'$$ORIGIN/..' $(LIBS_bench)
$(B)/studies/quad_%: reports/papers/studies/quad_%.c $(B)/libivpq.so $(B)/flags
	$(COMPILE) $(BUILT) $(quad_) -Iinclude -I. -Ikernel -o $@ $< -L$(B) -livpq \
	    -Wl,-rpath,'$$ORIGIN/..' -lm
.PHONY: studies
studies: all $(STUDIES:%=$(B)/studies/%) \
         $(foreach p,oscillator sin_inverse,$(B)/tests/double/problems/t_$p.so \
                                           $(B)/tests/complex/problems/t_$p.so)

# ... and solvers that try to hurt the harness, in a plug-in root of their own
HOSTILE  := $(call names,tests/plugins/solvers)
$(B)/testroot/double/solvers/%.so: tests/plugins/solvers/%.c $(B)/libivp.so
	$(SOLVER)
# it asks the quad program beside it
$(B)/tests/test_state_space: | $(B)/tests/test_quad_state_space
# the overhead benchmark calls a library itself
$(B)/tests/overhead: LIBS_check += $(MPI_INCLUDE)
tests: $(HOSTILE:%=$(B)/testroot/double/solvers/%.so)

.PHONY: tests setup bench papers test gates figures asan
tests: all $(TESTS:%=$(B)/tests/%) \
       $(foreach a,$(ARITHS),$(patsubst %,$(B)/tests/$a/problems/%.so,$(call names,tests/problems))) \
       $(patsubst %,$(B)/tests/double/solvers/%.so,$(call names,tests/solvers))
setup:
	@tools/setup.sh
bench: setup
	@$(MAKE) --no-print-directory all
	@tools/bench.sh $(B) bench/plans/$(PLAN).cfg $(OUT)
papers: setup
	@$(MAKE) --no-print-directory studies
	@tools/papers.sh $(B) $(OUT)/papers
test: setup
	@$(MAKE) --no-print-directory tests
	@tools/test.sh $(B)
gates: setup
	@$(MAKE) --no-print-directory studies
	@tools/gates.sh $(B)
figures: setup
	@$(MAKE) --no-print-directory all
	@tools/figures.sh $(B) $(FIGURES)
asan:
	@$(MAKE) --no-print-directory SANITIZE=1 test

.PHONY: lint install uninstall clean
lint: ; @tools/lint.sh
install: all ; @VERSION=$(VERSION) tools/install.sh $(B) "$(DESTDIR)" "$(PREFIX)"
uninstall: ; @tools/install.sh --remove $(B) "$(DESTDIR)" "$(PREFIX)"
clean: ; rm -rf build build-asan

-include $(shell find $(B) -name '*.d' 2>/dev/null)
.SECONDARY:
.DELETE_ON_ERROR:
