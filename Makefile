# The one entrance. `make` alone prints what there is.
.DEFAULT_GOAL := help
.PHONY: help check quick all test fix bench dist docs hooks

# Maven needs a JDK 25: the same one ./pawl finds.
MVN = . scripts/jdk.sh && find_jdk && JAVA_HOME="$$JDK" mvn -q

help: ## print this text
	@sed -n 's/^\([a-z]*\):.*## /\1|/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "  make %-8s %s\n", $$1, $$2 }'

check: ## everything: format, analysis, tests with PostgreSQL and NATS, scripts
	./check

quick: ## tests only, without analysis, PostgreSQL and NATS
	./check --quick

all: ## check, and the slow tests
	./check --all

test: ## one test: make test k=TomlTest
	./check --quick -k "$(k)"

fix: ## format the code
	@$(MVN) spotless:apply

bench: ## one benchmark: make bench name=startup
	./bench $(name)

dist: ## what people install: archive, .deb, npm packages
	./pawl package

docs: ## write the generated pages in docs/ again
	@$(MVN) -Dquick -Dpawl.docs.write=true -Dtest='*DiagramTest,SettingsPageTest' -Dsurefire.failIfNoSpecifiedTests=false test

hooks: ## format before each commit
	git config core.hooksPath .githooks
