"""The policy: what a confined bot may see and do, in one table for levels A and B.

It lists the paths that a bot may read, the devices, and the system calls that are refused.
Everything else in the file system is invisible (level A) or closed (level B). System calls that
aren't refused are allowed, since bots come in every language. The filter also closes every way for
a process to bring about its own SIGKILL: so a bot that dies of one was killed from outside. See
decision 3.

A new row, whose calls have their numbers in `syscalls.py`, changes what hostile programs manage in
`tests/hostile/cases.py`. A new level is a file beside `bwrap.py` and `reaper.py`, and a case in
`supervisor.py`.
"""

from errno import EACCES, EINVAL, ENOSYS, ENOTTY, EOPNOTSUPP, EPERM
from typing import NamedTuple


def _below(folder: str, names: str) -> tuple[str, ...]:
    return tuple(f"{folder}/{name}" for name in names.split())


READABLE = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/nix/store",
    "/gnu/store",
    "/etc/ld.so.cache",
    "/etc/alternatives",
    "/etc/ssl/openssl.cnf",
    "/etc/localtime",
    "/etc/java-*",
    "/etc/mono",
)
# Certificates, but not the private keys beside them: at level B, root's bots may find any file.
READABLE_FOR_NETWORK = (
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/nsswitch.conf",
    "/etc/host.conf",
    "/etc/gai.conf",
    "/etc/services",
    "/etc/ssl/certs",
    "/etc/ssl/cert.pem",
    "/etc/pki/ca-trust/extracted",
    "/etc/pki/tls/certs",
    "/etc/pki/tls/cert.pem",
    "/etc/pki/tls/openssl.cnf",
    "/etc/ca-certificates",
)
DEVICES = ("/dev/null", "/dev/full", "/dev/random", "/dev/urandom")
"""Not /dev/zero: mapped and shared, it is memory that no limit counts. Nor any terminal."""
OWN = _below(
    "/proc/self",
    "auxv cmdline comm coredump_filter environ fd limits maps stat statm status",
)
"""What a process may read about itself at level B. Its mounts and control group would tell about
the machine, and pages shared with others about what those do."""
STATISTICS = "/proc/stat"
"""At level A a bot sees it with all figures 0: this still tells how many processors there are."""
MEMORY = "/proc/meminfo"
"""At level A a bot sees it as if the machine had the bot's memory, all of it free."""
KERNEL = (
    MEMORY,
    "/proc/cpuinfo",
    STATISTICS,
    "/proc/version",
    "/proc/sys/vm/overcommit_memory",
    "/proc/sys/vm/max_map_count",
    "/proc/sys/kernel/random/boot_id",
    "/sys/devices/system/cpu",
    # Not the folders beside them, which count huge pages, and so what others do.
    *_below(
        "/sys/kernel/mm/transparent_hugepage",
        "defrag enabled hpage_pmd_size shmem_enabled use_zero_page",
    ),
)
"""What runtimes look up about the machine. At level B, only this and OWN can be read in /proc."""
HIDDEN = _below(
    "/proc",
    "buddyinfo cmdline config.gz diskstats interrupts kallsyms loadavg modules schedstat "
    "softirqs vmstat zoneinfo acpi bus driver fs irq pressure sys",
)
"""The parts of its own /proc that a bot must not see at level A, except those in KERNEL: they tell
about the kernel and what others on the machine do."""

USER_NAME = "bot"
"""The name of a bot's user, in its environment, and at level A in its own /etc/passwd."""
HOME, SHARED_MEMORY = "/tmp", "/dev/shm"
"""Where a bot may write at level A: memory file systems of its own."""
OPEN_FILES = 256
OFFLINE = {
    "CARGO_NET_OFFLINE": "true",
    "GOPROXY": "off",
    "PIP_NO_INDEX": "1",
    "UV_OFFLINE": "1",
    "YARN_ENABLE_NETWORK": "0",
    "npm_config_offline": "true",
}
"""Variables that tell build tools they are offline; otherwise some try for a minute to connect."""
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
NETWORK_FAMILIES = (2, 10)
"""AF_INET and AF_INET6."""


class When(NamedTuple):
    """A condition on the low or high 32 bits of an argument."""

    argument: int
    """The argument's number, from 0."""
    test: str
    """"equals" or "is none of" the values; "has all" or "has any" of the bits of one value."""
    values: tuple[int, ...]
    mask: int = 0xFFFFFFFF
    """The bits that are compared."""
    high: bool = False
    """True for the high 32 bits."""


class RefusedCalls(NamedTuple):
    """System calls that are refused if all conditions hold."""

    calls: str
    """Their names, separated by spaces."""
    error: int = EPERM
    """The error they end with; 0 to look as if done."""
    when: tuple[When, ...] = ()
    levels: str = "AB"
    builds: bool = True
    """True if it holds for builds, too: those run while there are no other bots to talk to."""


SIGKILL = 9
SIGCHLD = 17
_NEW_NAMESPACES = 0x7E020000
_SHARED_ANONYMOUS = 0x21
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
_FIOSETOWN, _SIOCSPGRP = 0x8901, 0x8902
_OF_FILE_SYSTEMS = (0x6600, 0x7600, 0x5800, 0x9400)
"""The second byte of the numbers of file system ioctls: f, v, X and btrfs."""
_F_SETOWN, _F_SETSIG, _F_SETOWN_EX, _F_SETPIPE_SZ = 8, 10, 15, 1031
_F_SETLEASE, _F_NOTIFY, _F_SETDELEG = 1024, 1026, 1040
_F_GETLK, _F_SETLK, _F_SETLKW = 5, 6, 7
_F_OFD_GETLK, _F_OFD_SETLK, _F_OFD_SETLKW = 36, 37, 38
_SETTING_LOCKS = When(1, "equals", (_F_SETLK, _F_SETLKW, _F_OFD_SETLK, _F_OFD_SETLKW))
_ASKING_FOR_LOCKS = When(1, "equals", (_F_GETLK, _F_OFD_GETLK))
_PUSHING_OUT = (20, 21)
"""MADV_COLD, MADV_PAGEOUT."""
_RWF_NOWAIT_DONTCACHE = 0x08 | 0x80
_CPU_CLOCK, _OF_A_THREAD, _OWN_CPU_CLOCK = 1 << 31, 4, 0xFFFFFFFA
_SOL_SOCKET, _SO_BUFFERS = 1, (7, 8)
_RLIMIT_CPU = 0
_OF_CPU = When(1, "equals", (_RLIMIT_CPU,))
EXIT_OF_SIGKILL = 128 + SIGKILL
"""What bubblewrap reports for a process that was killed; no bot may exit with it."""
_NOW = When(2, "equals", (0,))
"""A call without times, to touch a file: it must fail, or the program would think the file is
there."""

REFUSED = (
    # Reaching into other processes.
    RefusedCalls("ptrace process_vm_readv process_vm_writev kcmp pidfd_getfd process_madvise"),
    RefusedCalls("prlimit64", when=(When(0, "is none of", (0,)),)),
    RefusedCalls("setpriority ioprio_set"),
    RefusedCalls("sched_setaffinity", when=(When(0, "is none of", (0,)),)),
    # As if done, or .NET does not start, and Mono complains on stdout.
    RefusedCalls("sched_setaffinity", 0, when=(When(0, "equals", (0,)),)),
    RefusedCalls("sched_setscheduler sched_setparam sched_setattr", 0),
    RefusedCalls("ioctl", when=(When(1, "equals", (_FIOSETOWN, _SIOCSPGRP)),)),
    # Reaching into what the user's processes share: a lease on a library holds up all who open it.
    RefusedCalls("fcntl", when=(When(1, "equals", (_F_SETLEASE, _F_NOTIFY, _F_SETDELEG)),)),
    RefusedCalls("shmctl semctl semop semtimedop msgctl msgsnd msgrcv mq_unlink"),
    RefusedCalls("sync syncfs", 0),
    # Channels between two bots: locks on a file that both may read, or watching who opens it.
    # Locks look as if set: refused ones break SQLite and make Java warn on stdout.
    RefusedCalls("fcntl", 0, (_SETTING_LOCKS,), builds=False),
    RefusedCalls("flock", 0, builds=False),
    RefusedCalls("fcntl", EOPNOTSUPP, (_ASKING_FOR_LOCKS,), builds=False),
    RefusedCalls("inotify_init inotify_init1 fanotify_init", ENOSYS),
    # More channels: pushing parts of a file out of memory, or finding out which parts are in it.
    RefusedCalls("fadvise64", 0),
    RefusedCalls("madvise", EINVAL, (When(2, "equals", _PUSHING_OUT),)),
    RefusedCalls("preadv2 pwritev2", EOPNOTSUPP, (When(5, "has any", (_RWF_NOWAIT_DONTCACHE,)),)),
    RefusedCalls("mincore cachestat", ENOSYS),
    # What the machine has mounted, what its kernel and its users' quotas say.
    RefusedCalls("statmount listmount listns", ENOSYS),
    RefusedCalls("syslog quotactl quotactl_fd"),
    # Parts of the kernel that bots don't need and that tend to have holes.
    RefusedCalls("bpf perf_event_open userfaultfd keyctl add_key request_key"),
    RefusedCalls("io_uring_setup io_uring_enter io_uring_register", ENOSYS),
    RefusedCalls("ioctl", when=(When(1, "equals", (_TIOCSTI, _TIOCLINUX)),)),
    # Ways out of the confinement.
    RefusedCalls("mount umount2 pivot_root chroot move_mount mount_setattr"),
    RefusedCalls("open_tree open_tree_attr"),
    RefusedCalls("fsopen fsconfig fsmount fspick unshare setns"),
    RefusedCalls("name_to_handle_at open_by_handle_at"),
    RefusedCalls("clone", when=(When(0, "has any", (_NEW_NAMESPACES,)),)),
    RefusedCalls("clone3", ENOSYS),  # its flags are in memory, which a filter can't read
    # Memory that no limit counts.
    RefusedCalls("mmap", when=(When(3, "has all", (_SHARED_ANONYMOUS,)),)),
    RefusedCalls("memfd_create memfd_secret shmget shmat semget msgget mq_open"),
    RefusedCalls("fcntl", when=(When(1, "equals", (_F_SETPIPE_SZ,)),)),
    RefusedCalls(
        "setsockopt", 0, (When(1, "equals", (_SOL_SOCKET,)), When(2, "equals", _SO_BUFFERS))
    ),
    # A page in a pipe keeps all of a huge one.
    RefusedCalls("vmsplice splice tee sendfile", EINVAL),
    RefusedCalls("landlock_create_ruleset landlock_add_rule landlock_restrict_self", ENOSYS),
    # Ways to one's own SIGKILL.
    RefusedCalls("kill", when=(When(1, "equals", (SIGKILL,)),)),
    RefusedCalls("tkill rt_sigqueueinfo pidfd_send_signal", when=(When(1, "equals", (SIGKILL,)),)),
    RefusedCalls("tgkill rt_tgsigqueueinfo", when=(When(2, "equals", (SIGKILL,)),)),
    RefusedCalls("clone", when=(When(0, "is none of", (0, SIGCHLD), mask=0xFF),)),
    RefusedCalls("fcntl", when=(When(1, "equals", (_F_SETOWN, _F_SETSIG, _F_SETOWN_EX)),)),
    RefusedCalls("timer_create io_setup"),
    RefusedCalls("setrlimit", when=(When(0, "equals", (_RLIMIT_CPU,)),)),
    RefusedCalls("prlimit64", when=(_OF_CPU, When(2, "is none of", (0,)))),
    RefusedCalls("prlimit64", when=(_OF_CPU, When(2, "is none of", (0,), high=True))),
    RefusedCalls(
        "exit exit_group", when=(When(0, "equals", (EXIT_OF_SIGKILL,), mask=0xFF),), levels="A"
    ),
    # What Landlock leaves open. Build tools need some of these to look done, but not to do a thing.
    RefusedCalls("chmod fchmod fchmodat fchmodat2", 0, levels="B"),
    RefusedCalls("chown fchown lchown fchownat", 0, levels="B"),
    # The first row that applies counts: a touch fails, and any other time only looks set.
    RefusedCalls("utimensat", when=(_NOW, _NOW._replace(high=True)), levels="B"),
    RefusedCalls("utime utimes futimesat utimensat", 0, levels="B"),
    RefusedCalls("setxattr lsetxattr fsetxattr setxattrat file_setattr", levels="B"),
    RefusedCalls("removexattr lremovexattr fremovexattr removexattrat", levels="B"),
    RefusedCalls("getxattr lgetxattr fgetxattr getxattrat", EOPNOTSUPP, levels="B"),
    RefusedCalls("listxattr llistxattr flistxattr listxattrat", EOPNOTSUPP, levels="B"),
    RefusedCalls("ioctl", ENOTTY, (When(1, "equals", _OF_FILE_SYSTEMS, mask=0xFF00),), levels="B"),
    RefusedCalls("truncate", levels="B"),
    # They tell how full a disk is that all share.
    RefusedCalls("statfs fstatfs ustat", ENOSYS, levels="B", builds=False),
    RefusedCalls("pidfd_open", ENOSYS, levels="B"),
    RefusedCalls(  # of other processes: the kernel shows those of a thread to its own process alone
        "clock_gettime clock_getres clock_nanosleep",
        EINVAL,
        (
            When(0, "has any", (_CPU_CLOCK,)),
            When(0, "equals", (0,), mask=_OF_A_THREAD),
            When(0, "is none of", (_OWN_CPU_CLOCK,)),
        ),
        levels="B",
    ),
)

_ACTION = When(1, "is none of", (0,))
UNCOUNTED = tuple(
    RefusedCalls("rt_sigaction", 0, (When(0, "equals", (SIGCHLD,)), action), builds=False)
    for action in (_ACTION, _ACTION._replace(high=True))
)
"""A process can make the kernel forget ended children and the time they used. The flags that do so
are in memory, which a filter can't read, so without a control group no action for SIGCHLD is
really set."""

# A descriptor that was sent and not received counts towards a limit of the user's, shared by bots.
SOCKETS = (RefusedCalls("socket", EACCES), RefusedCalls("sendmsg sendmmsg", EACCES, builds=False))
SOCKETS_OF_NETWORK = (RefusedCalls("socket", EACCES, (When(0, "is none of", NETWORK_FAMILIES),)),)


def refused(
    level: str, network: bool, counted: bool = True, build: bool = False
) -> list[RefusedCalls]:
    """Return the rows for a bot.

    Args:
        level: its level of confinement.
        network: True if it may use a network.
        counted: True if a control group counts its processor time.
        build: True if it is being built.
    """
    rows = [*REFUSED, *(SOCKETS_OF_NETWORK if network else SOCKETS)]
    rows += [] if counted else UNCOUNTED
    return [row for row in rows if level in row.levels and (row.builds or not build)]
