# shellcheck shell=sh
# What the `run` scripts of the targets share: building our modules with the fuzzer's instruments. Read by them, after
# `here` was set to the folder of the target; sets `root`, `zeromq` and `work`.
: "${here:?}"
root=$(CDPATH='' cd -- "$here/../.." && pwd)
zeromq=$root/Packages/swift-zeromq/Sources
work=${FUZZ_BUILD_DIR:-$root/.build/fuzz/$(basename "$here")}
modules=$root/.build/fuzz/modules
mkdir -p "$work/found" "$modules"

# swiftc as the manifest sets it, with instruments.
instrumented() {
    swiftc -O -swift-version 6 -warnings-as-errors -sanitize=fuzzer,address -package-name jangteo \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature NonisolatedNonsendingByDefault \
        -enable-experimental-feature Lifetimes \
        -I "$modules" -parse-as-library -use-ld=lld "$@"
}

# Builds one of our Swift modules; $1 is its name, options of the compiler may follow.
swift_module() {
    module=$1
    shift
    folder=$root/Sources/$module
    [ -d "$folder" ] || folder=$zeromq/$module
    [ -z "$(find "$folder" -name '*.swift' -newer "$modules/$module.o" 2>&1 | head -n 1)" ] && return
    find "$folder" -name '*.swift' >"$modules/$module.sources"
    instrumented -whole-module-optimization -emit-module -emit-module-path "$modules/$module.swiftmodule" \
        -emit-object -o "$modules/$module.o" -module-name "$module" "$@" "@$modules/$module.sources"
}

# Builds the JSON reader's C++ part.
json_library() {
    printf 'module CSimdJSON {\n    header "%s"\n    export *\n}\n' "$root/Sources/CSimdJSON/include/CSimdJSON.h" \
        >"$modules/module.modulemap"
    for source in "$root"/Sources/CSimdJSON/*.cpp; do
        object=$modules/CSimdJSON-$(basename "$source" .cpp).o
        [ -z "$(find "$root/Sources/CSimdJSON" -type f -newer "$object" 2>&1 | head -n 1)" ] && continue
        clang++ -O2 -g -std=c++17 -fsanitize=fuzzer-no-link,address -I "$root/Sources/CSimdJSON/include" \
            -c "$source" -o "$object"
    done
}

# Builds the module ZeroMQ with its C part.
zeromq_module() {
    mkdir -p "$modules/CZMQ"
    printf 'module CZMQ {\n    header "%s"\n    export *\n}\n' "$zeromq/CZMQ/include/CZMQ.h" \
        >"$modules/CZMQ/module.modulemap"
    for source in "$zeromq"/CZMQ/*.c; do
        object=$modules/CZMQ-$(basename "$source" .c).o
        [ -z "$(find "$zeromq/CZMQ" -type f -newer "$object" 2>&1 | head -n 1)" ] && continue
        clang -O2 -g -D_GNU_SOURCE -fsanitize=fuzzer-no-link,address -I "$zeromq/CZMQ/include" \
            -c "$source" -o "$object"
    done
    # What the manifest sets for this module alone.
    swift_module ZeroMQ -I "$modules/CZMQ" -strict-memory-safety
}

# Links the target: $1 is its name, then sources and objects.
fuzz_target() {
    name=$1
    shift
    instrumented -whole-module-optimization -module-name "$name" -o "$work/$name" "$@"
}

# Runs a target: its name, its longest input and its folder's corpus and dictionary are fixed, the rest is the caller's.
# Without options the committed inputs run once.
fuzz() {
    name=$1 longest=$2
    shift 2
    cd "$work" || return
    # libFuzzer says where it stopped; Swift's own way of saying it can wait for ever under the address sanitizer.
    export SWIFT_BACKTRACE=enable=no
    [ $# -gt 0 ] || exec "./$name" -timeout=10 -runs=0 "$here/corpus"
    exec "./$name" "-max_len=$longest" -timeout=10 "-dict=$here/$(basename "$here").dict" "$@" found "$here/corpus"
}
