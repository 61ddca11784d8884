# ivpbench -- see README.md. B is the build folder; SANITIZE=1 builds under ASan and UBSan.
B       ?= build
PREFIX  ?= /usr/local
CC      ?= gcc
OPT     ?= -O2 -g
WARN    := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Werror
TYPES   := -D__STDC_WANT_IEC_60559_TYPES_EXT__ -D__STDC_WANT_IEC_60559_BFP_EXT__ \
           -D__STDC_WANT_IEC_60559_FUNCS_EXT__
ifdef SANITIZE
SAN     := -fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=undefined
endif
CFLAGS_ALL = -std=c11 $(OPT) $(WARN) $(TYPES) $(SAN) -fPIC -MMD -MP $(CFLAGS)

ARITHS  := double complex quad cquad
double_  := 1
complex_ := 2
quad_    := 3
cquad_   := 4
strict_quad  := -Wunsuffixed-float-constants
strict_cquad := -Wunsuffixed-float-constants

PROBLEMS := $(patsubst problems/%.c,%,$(wildcard problems/*.c))
SOLVERS  := $(patsubst solvers/%.c,%,$(wildcard solvers/*.c))
KERNEL   := $(patsubst kernel/%.c,%,$(filter-out kernel/cstep.c,$(wildcard kernel/*.c)))
BENCH    := $(patsubst %.c,%,$(wildcard bench/*.c))
REPORTS  := $(patsubst %.c,%,$(wildcard reports/*.c))
# reference/: the file format and the verb go into ivpbench, the generators into ivpbench-quad
REFFILE  := reference/ref reference/verb_reference
QUADMAIN := $(filter-out $(REFFILE),$(patsubst %.c,%,$(wildcard reference/*.c)))
SUNDIALS := $(patsubst solvers/%.c,%,$(shell grep -l -s sundials solvers/*.c))

# SUNDIALS' headers find MPI nowhere and need nothing beyond their own folder
LIBS_sundials := -lsundials_ida -lsundials_cvode -lsundials_arkode -lsundials_nvecserial \
                 -lsundials_sunlinsolklu -lsundials_sunmatrixsparse -lsundials_sunmatrixdense \
                 -lsundials_sunlinsoldense -lsundials_sunnonlinsolnewton -lklu
LIBS_gsl      := -lgsl -lgslcblas
LIBS_bench    := -lsqlite3 -lconfig -ljansson -lmd -lz -lgsl -lgslcblas -ldl -lm

.PHONY: all
all: $(B)/ivpbench $(B)/ivpbench-quad plugins

.PHONY: plugins
plugins: $(foreach a,$(ARITHS),$(PROBLEMS:%=$(B)/$a/problems/%.so)) \
         $(SOLVERS:%=$(B)/double/solvers/%.so)

# ---- problems: four arithmetics from one source, seeing base.h and problem.h only -------------
define problem_rules
$(B)/$1/problems/%.so: problems/%.c
	@mkdir -p $$(@D)
	$$(CC) $$(CFLAGS_ALL) -DIVP_ARITH=$$($1_) $$(strict_$1) -Iinclude -shared -o $$@ $$< -lm
endef
$(foreach a,$(ARITHS),$(eval $(call problem_rules,$a)))

# ---- kernel: libivp in double, libivpq in quad; cstep.c in the complex twin of each ------------
define kernel_rules
$(B)/$1/kernel/%.o: kernel/%.c
	@mkdir -p $$(@D)
	$$(CC) $$(CFLAGS_ALL) -DIVP_ARITH=$$($1_) $$(strict_$1) -D_POSIX_C_SOURCE=200809L \
	    -Iinclude -c -o $$@ $$<
endef
$(foreach a,$(ARITHS),$(eval $(call kernel_rules,$a)))

$(B)/libivp.so: $(KERNEL:%=$(B)/double/kernel/%.o) $(B)/complex/kernel/cstep.o
	$(CC) $(SAN) -shared -Wl,-soname,libivp.so -o $@ $^ -ldl -lm
$(B)/libivpq.so: $(KERNEL:%=$(B)/quad/kernel/%.o) $(B)/cquad/kernel/cstep.o
	$(CC) $(SAN) -shared -Wl,-soname,libivpq.so -o $@ $^ -ldl -lm

# ---- solvers: include/ and the kernel's public nouns --------------------------------------------
$(B)/double/solvers/%.so: solvers/%.c $(B)/libivp.so
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -DIVP_ARITH=1 -Iinclude -Ikernel -shared -o $@ $< \
	    -L$(B) -livp -Wl,-rpath,'$$ORIGIN/../..' \
	    $(if $(filter $*,$(SUNDIALS)),$(LIBS_sundials)) $(LIBS_gsl) -lm

# ---- the harness: no numerics of its own --------------------------------------------------------
$(B)/obj/bench/%.o: bench/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -D_GNU_SOURCE -DPREFIX='"$(PREFIX)"' -Iinclude -I. -c -o $@ $<
$(B)/obj/reports/%.o: reports/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -D_GNU_SOURCE -DPREFIX='"$(PREFIX)"' -I. -c -o $@ $<
$(B)/obj/reference/%.o: reference/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -D_GNU_SOURCE -I. -c -o $@ $<
$(B)/quad/reference/%.o: reference/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -D_GNU_SOURCE -DIVP_ARITH=3 $(strict_quad) -Iinclude -I. -c -o $@ $<

$(B)/ivpbench: $(BENCH:%=$(B)/obj/%.o) $(REPORTS:%=$(B)/obj/%.o) $(REFFILE:%=$(B)/obj/%.o) \
    $(B)/libivp.so
	$(CC) $(SAN) -o $@ $(filter %.o,$^) -L$(B) -livp -Wl,-rpath,'$$ORIGIN:$$ORIGIN/../lib' $(LIBS_bench)
$(B)/ivpbench-quad: $(QUADMAIN:%=$(B)/quad/%.o) $(B)/obj/reference/ref.o $(B)/libivpq.so
	$(CC) $(SAN) -o $@ $(filter %.o,$^) -L$(B) -livpq -Wl,-rpath,'$$ORIGIN:$$ORIGIN/../lib' -lmd -lm

-include $(wildcard $(B)/*/*/*.d $(B)/obj/*/*.d)

.SECONDARY:

.PHONY: clean
clean:
	rm -rf $(B)
