"""Shifts the time of day that this process sees, so that a result which depends on it shows.

Everything that asks for the time, whatever its language, asks the few functions that the kernel maps into each process
(vDSO, man 7 vdso). They are replaced by ones that make the system call and add the offset. What remains: programs that
the process starts, and code that makes the system call itself, see the machine's time. Monotonic clocks stay
as they are.
"""

import mmap
import os
import struct
from collections.abc import Iterator
from pathlib import Path

_PT_LOAD, _PT_DYNAMIC = 1, 2
_DT_HASH, _DT_STRTAB, _DT_SYMTAB = 4, 5, 6
_STUB_SIZE = 64


class ClockNotShifted(RuntimeError):
    """This machine gives no way to shift the clock of a process."""


def shift_clock(seconds: int) -> None:
    """Let the time of day differ from the machine's by `seconds`. Call once, before author's code.

    Raises `ClockNotShifted` where it cannot.
    """
    if seconds == 0:
        return
    stubs = _stubs(seconds)
    addresses = dict(_vdso_functions())
    found = {name: code for name, code in stubs.items() if name in addresses}
    import ctypes

    # The kernel lets the mapping change as a whole only.
    start, size = _vdso_range()
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    libc.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, *(ctypes.c_int,) * 3, ctypes.c_long)
    libc.mmap.restype = ctypes.c_void_p
    everything = mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
    # Not one of Python's own mappings: those end before the process does, which goes on asking for the time.
    target = libc.mmap(None, mmap.PAGESIZE, everything, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
    if target in (None, ctypes.c_void_p(-1).value) or libc.mprotect(start, size, everything) != 0:
        raise ClockNotShifted(f"the clock functions cannot be replaced: {os.strerror(ctypes.get_errno())}")
    for name, code in found.items():
        ctypes.memmove(target, code, len(code))
        jump = b"\x48\xb8" + struct.pack("<Q", target) + b"\xff\xe0"  # mov rax, target; jmp rax
        ctypes.memmove(addresses[name], jump, len(jump))
        target += _STUB_SIZE
    libc.mprotect(start, size, mmap.PROT_READ | mmap.PROT_EXEC)


def _stubs(seconds: int) -> dict[str, bytes]:
    """Return machine code by the name of the function it replaces, for x86-64."""
    if os.uname().machine != "x86_64":
        raise ClockNotShifted(f"there are no clock functions for {os.uname().machine}")
    offset = b"\x48\xb9" + struct.pack("<q", seconds)  # mov rcx, seconds
    clock_gettime = (
        b"\xb8\xe4\x00\x00\x00\x0f\x05"  # mov eax, 228; syscall
        b"\x85\xc0\x75\x1a"  # test eax, eax; jnz end
        b"\x85\xff\x74\x0a"  # test edi, edi (CLOCK_REALTIME); jz add
        b"\x83\xff\x05\x74\x05"  # cmp edi, 5 (CLOCK_REALTIME_COARSE); je add
        b"\x83\xff\x0b\x75\x0d" + offset + b"\x48\x01\x0e"  # cmp edi, 11 (CLOCK_TAI); jne end  # add: add [rsi], rcx
        b"\xc3"  # end: ret
    )
    gettimeofday = (
        b"\xb8\x60\x00\x00\x00\x0f\x05"  # mov eax, 96; syscall
        b"\x48\x85\xff\x74\x0d" + offset + b"\x48\x01\x0f"  # test rdi, rdi; jz end; add [rdi], rcx
        b"\xc3"  # end: ret
    )
    time = (
        b"\x57\x31\xff\xb8\xc9\x00\x00\x00\x0f\x05\x5f"  # push rdi; xor edi, edi; mov eax, 201; syscall; pop rdi
        + offset
        + b"\x48\x01\xc8"  # add rax, rcx
        b"\x48\x85\xff\x74\x03\x48\x89\x07"  # test rdi, rdi; jz end; mov [rdi], rax
        b"\xc3"  # end: ret
    )
    return {"__vdso_clock_gettime": clock_gettime, "__vdso_gettimeofday": gettimeofday, "__vdso_time": time}


def _vdso_functions() -> Iterator[tuple[str, int]]:
    """Yield names and addresses of what the kernel maps, read from its ELF image in memory."""
    base, _ = _vdso_range()
    (header_offset,) = _read("<Q", base + 32)
    header_size, header_count = _read("<HH", base + 54)
    headers = [_read("<IIQQ", base + header_offset + i * header_size) for i in range(header_count)]
    slide = next(base + offset - address for kind, _, offset, address in headers if kind == _PT_LOAD)
    dynamic = next(base + offset for kind, _, offset, _ in headers if kind == _PT_DYNAMIC)
    tables: dict[int, int] = {}
    while (entry := _read("<qQ", dynamic))[0] != 0:
        tables[entry[0]] = entry[1] + slide
        dynamic += 16
    count = _symbol_count(tables, base)
    import ctypes

    for i in range(count):
        name, _, _, section, value, _ = _read("<IBBHQQ", tables[_DT_SYMTAB] + 24 * i)
        if section != 0:
            yield ctypes.string_at(tables[_DT_STRTAB] + name).decode(), value + slide


def _vdso_range() -> tuple[int, int]:
    with Path("/proc/self/maps").open(encoding="ascii", errors="replace") as file:
        line = next((line for line in file if line.rstrip().endswith("[vdso]")), None)
    if line is None:
        raise ClockNotShifted("the kernel maps no clock functions into this process")
    start, end = (int(address, 16) for address in line.split()[0].split("-"))
    return start, end - start


def _symbol_count(tables: dict[int, int], base: int) -> int:
    if _DT_HASH in tables:
        _, chains = _read("<II", tables[_DT_HASH])
        return int(chains)
    # Without the classic table: the names follow the symbols.
    if base < tables[_DT_SYMTAB] < tables[_DT_STRTAB]:
        return (tables[_DT_STRTAB] - tables[_DT_SYMTAB]) // 24
    raise ClockNotShifted("the kernel's clock functions cannot be listed")


def _read(form: str, address: int) -> tuple[int, ...]:
    import ctypes

    return struct.unpack(form, ctypes.string_at(address, struct.calcsize(form)))
