"""The numbers of the policy's system calls, for each supported machine.

They are from the kernel's tables, arch/x86/entry/syscalls/syscall_64.tbl and
include/uapi/asm-generic/unistd.h. A call that a machine doesn't have is missing.
"""

AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""Seccomp's number for the machine of a system call."""
X32 = 0x40000000
"""On x86_64, calls from this number on are the same ones in another ABI."""

_BOTH = """
    pidfd_send_signal 424  io_uring_setup 425  io_uring_enter 426  io_uring_register 427
    open_tree 428  move_mount 429  fsopen 430  fsconfig 431  fsmount 432  fspick 433  pidfd_open 434
    clone3 435  pidfd_getfd 438  process_madvise 440  mount_setattr 442  quotactl_fd 443
    landlock_create_ruleset 444  landlock_add_rule 445  landlock_restrict_self 446  memfd_secret 447
    cachestat 451  fchmodat2 452  statmount 457  listmount 458  setxattrat 463  getxattrat 464
    listxattrat 465  removexattrat 466  open_tree_attr 467  file_setattr 469  listns 470
"""
_NUMBERS = {
    "x86_64": """
    mmap 9  rt_sigaction 13  ioctl 16  mincore 27  madvise 28  shmget 29  shmat 30  shmctl 31
    sendfile 40  socket 41  sendmsg 46  setsockopt 54  clone 56  exit 60  kill 62  semget 64
    semop 65  semctl 66  msgget 68  msgsnd 69  msgrcv 70  msgctl 71  fcntl 72  flock 73  truncate 76
    chmod 90  fchmod 91  chown 92  fchown 93  lchown 94  ptrace 101  syslog 103  capset 126
    rt_sigqueueinfo 129  utime 132  ustat 136  statfs 137  fstatfs 138  setpriority 141
    sched_setparam 142  sched_setscheduler 144  pivot_root 155  setrlimit 160  chroot 161  sync 162
    mount 165  umount2 166  quotactl 179  setxattr 188  lsetxattr 189  fsetxattr 190  getxattr 191
    lgetxattr 192  fgetxattr 193  listxattr 194  llistxattr 195  flistxattr 196  removexattr 197
    lremovexattr 198  fremovexattr 199  tkill 200  sched_setaffinity 203  io_setup 206
    semtimedop 220  fadvise64 221  timer_create 222  clock_gettime 228  clock_getres 229
    clock_nanosleep 230  exit_group 231  tgkill 234  utimes 235  mq_open 240  mq_unlink 241
    add_key 248  request_key 249  keyctl 250  ioprio_set 251  inotify_init 253  fchownat 260
    futimesat 261  fchmodat 268  unshare 272  splice 275  tee 276  vmsplice 278  utimensat 280
    inotify_init1 294  rt_tgsigqueueinfo 297  perf_event_open 298  fanotify_init 300  prlimit64 302
    name_to_handle_at 303  open_by_handle_at 304  syncfs 306  sendmmsg 307  setns 308
    process_vm_readv 310  process_vm_writev 311  kcmp 312  sched_setattr 314  seccomp 317
    memfd_create 319  bpf 321  userfaultfd 323  preadv2 327  pwritev2 328
    """,
    "aarch64": """
    io_setup 0  setxattr 5  lsetxattr 6  fsetxattr 7  getxattr 8  lgetxattr 9  fgetxattr 10
    listxattr 11  llistxattr 12  flistxattr 13  removexattr 14  lremovexattr 15  fremovexattr 16
    fcntl 25  inotify_init1 26  ioctl 29  ioprio_set 30  flock 32  umount2 39  mount 40  quotactl 60
    pivot_root 41  statfs 43  fstatfs 44  truncate 45  chroot 51  fchmod 52  fchmodat 53
    fchownat 54  fchown 55  sendfile 71  vmsplice 75  splice 76  tee 77  sync 81  utimensat 88
    capset 91  exit 93  exit_group 94  unshare 97  timer_create 107  clock_gettime 113
    clock_getres 114  clock_nanosleep 115  syslog 116  ptrace 117  sched_setparam 118
    sched_setscheduler 119  sched_setaffinity 122  kill 129  tkill 130  tgkill 131  rt_sigaction 134
    rt_sigqueueinfo 138  setpriority 140  setrlimit 164  mq_open 180  mq_unlink 181  msgget 186
    msgctl 187  msgrcv 188  msgsnd 189  semget 190  semctl 191  semtimedop 192  semop 193
    shmget 194  shmctl 195  shmat 196  socket 198  setsockopt 208  sendmsg 211  add_key 217
    request_key 218  keyctl 219  clone 220  mmap 222  fadvise64 223  mincore 232  madvise 233
    rt_tgsigqueueinfo 240  perf_event_open 241  prlimit64 261  fanotify_init 262
    name_to_handle_at 264  open_by_handle_at 265  syncfs 267  setns 268  sendmmsg 269
    process_vm_readv 270  process_vm_writev 271  kcmp 272  sched_setattr 274  seccomp 277
    memfd_create 279  bpf 280  userfaultfd 282  preadv2 286  pwritev2 287
    """,
}


def numbers(machine: str) -> dict[str, int]:
    """Return numbers by name for a machine of `platform.machine`; empty if it isn't supported."""
    if machine not in _NUMBERS:
        return {}
    words = (_NUMBERS[machine] + _BOTH).split()
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))
