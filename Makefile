# The commands a person types; CMake and Ninja do the work. `make help` lists them.
#
# demo, test, ci and bench install what they miss on a Debian 12 (tools/setup.sh); plain `make`
# changes nothing outside build/.
BUILD := build
JOBS := $(shell nproc 2>/dev/null || echo 2)
# Tests in parallel, the long ones left out; `make test-all` runs those as well.
CTEST := ctest --test-dir $(BUILD) -j$(JOBS) --output-on-failure --no-tests=error

.PHONY: all configure demo test test-all ci check format bench guests clean help

all: configure
	@cmake --build $(BUILD) -j $(JOBS) --target chert

configure:
	@{ command -v cmake && command -v ninja; } > /dev/null || { \
	  echo 'make: cmake and ninja are needed; tools/setup.sh build installs them' >&2; exit 1; }
	@mkdir -p $(BUILD)
	@cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=Release > $(BUILD)/configure.log 2>&1 \
	  || { cat $(BUILD)/configure.log; exit 1; }

demo:
	@tools/setup.sh build
	@$(MAKE) --no-print-directory all
	@$(BUILD)/chert demo

test:
	@tools/setup.sh test
	@$(MAKE) --no-print-directory configure
	@cmake --build $(BUILD) -j $(JOBS)
	@mkdir -p $(BUILD)/results
	@$(CTEST) -LE slow --output-junit $(CURDIR)/$(BUILD)/results/test.xml

test-all: test
	@$(CTEST) -L slow --output-junit $(CURDIR)/$(BUILD)/results/slow.xml

ci:
	@tools/setup.sh ci
	@$(MAKE) --no-print-directory configure
	@cmake --build $(BUILD) -j $(JOBS)
	@tools/ci.sh

check:
	@tools/setup.sh ci
	@$(MAKE) --no-print-directory configure
	@cmake --build $(BUILD) -j $(JOBS)
	@$(CTEST) -L check
	@tools/check_tidy.sh $(BUILD)

format:
	@tools/check_format.sh --fix

bench:
	@tools/setup.sh test
	@$(MAKE) --no-print-directory configure
	@cmake --build $(BUILD) -j $(JOBS)
	@if [ -x bench/run ]; then bench/run $(BUILD); else tools/bench.sh $(BUILD); fi

guests:
	@tools/setup.sh test
	@guest/build.sh

clean:
	@rm -rf $(BUILD) $(BUILD)-*

help:
	@echo 'make           build build/chert'
	@echo 'make demo      install what is missing, build, and prove a program'
	@echo 'make test      install what is missing, build, and run the tests'
	@echo 'make test-all  the long tests as well'
	@echo 'make ci        sanitizers, valgrind, clang, cross builds, lint'
	@echo 'make check     format, lint, layers, banned functions, symbols, documents'
	@echo 'make format    rewrite the sources in the project style'
	@echo 'make bench     prove the example programs and print what it cost'
	@echo 'make guests    rebuild guest/elf/'
	@echo 'make clean     remove all build folders'
