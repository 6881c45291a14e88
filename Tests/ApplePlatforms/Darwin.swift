// Platforms: iOS macOS tvOS watchOS visionOS
//
// Apple's C library, as far as it is used, with the types that it has there: `mode_t` has 16 bits, `tcflag_t` 64, and so on.
@_exported import DarwinTypes

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var errno: Int32 {
  get { 0 }
  set {}
}

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var EPERM: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var ENOENT: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var EINTR: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var EAGAIN: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var EWOULDBLOCK: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var EEXIST: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var ENOTDIR: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var EISDIR: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var EPIPE: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var ENAMETOOLONG: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var ENOSYS: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var ELOOP: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var ENXIO: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var EACCES: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var ENOTSUP: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var EOPNOTSUPP: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var EIO: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var EBADF: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var EAFNOSUPPORT: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var EADDRINUSE: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var EADDRNOTAVAIL: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html
public var O_RDONLY: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html
public var O_WRONLY: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html
public var O_RDWR: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html
public var O_CREAT: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html
public var O_EXCL: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html
public var O_CLOEXEC: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html
public var O_NOFOLLOW: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html
public var O_NONBLOCK: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html
public var O_DIRECTORY: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html
@discardableResult
public func open(_ path: UnsafePointer<CChar>!, _ oflag: Int32) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html
@discardableResult
public func open(_ path: UnsafePointer<CChar>!, _ oflag: Int32, _ mode: mode_t) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html
@discardableResult
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>!, _ oflag: Int32, _ mode: mode_t) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/close.2.html
@discardableResult
public func close(_ fd: Int32) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/read.2.html
@discardableResult
public func read(_ fd: Int32, _ buffer: UnsafeMutableRawPointer!, _ count: Int) -> Int { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/write.2.html
@discardableResult
public func write(_ fd: Int32, _ buffer: UnsafeRawPointer!, _ count: Int) -> Int { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fcntl.2.html
public var F_GETFD: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fcntl.2.html
public var F_FULLFSYNC: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fcntl.2.html
public var F_SETFD: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fcntl.2.html
public var FD_CLOEXEC: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fcntl.2.html
@discardableResult
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fcntl.2.html
@discardableResult
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/pipe.2.html
@discardableResult
public func pipe(_ ends: UnsafeMutablePointer<Int32>!) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fsync.2.html
@discardableResult
public func fsync(_ fd: Int32) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/flock.2.html
public var LOCK_EX: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/flock.2.html
public var LOCK_NB: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/flock.2.html
@discardableResult
public func flock(_ fd: Int32, _ operation: Int32) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/stat.2.html
public var S_IFMT: mode_t { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/stat.2.html
public var S_IFREG: mode_t { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/stat.2.html
public var S_IFDIR: mode_t { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/stat.2.html
public var S_IFLNK: mode_t { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/stat.2.html
@discardableResult
public func stat(_ path: UnsafePointer<CChar>!, _ status: UnsafeMutablePointer<stat>!) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/stat.2.html
@discardableResult
public func lstat(_ path: UnsafePointer<CChar>!, _ status: UnsafeMutablePointer<stat>!) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/stat.2.html
@discardableResult
public func fstat(_ fd: Int32, _ status: UnsafeMutablePointer<stat>!) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/access.2.html
public var F_OK: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/access.2.html
public var W_OK: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/access.2.html
@discardableResult
public func access(_ path: UnsafePointer<CChar>!, _ mode: Int32) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/mkdir.2.html
@discardableResult
public func mkdir(_ path: UnsafePointer<CChar>!, _ mode: mode_t) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/unlink.2.html
@discardableResult
public func unlink(_ path: UnsafePointer<CChar>!) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/unlink.2.html
@discardableResult
public func unlinkat(_ fd: Int32, _ path: UnsafePointer<CChar>!, _ flag: Int32) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/link.2.html
@discardableResult
public func link(_ path: UnsafePointer<CChar>!, _ other: UnsafePointer<CChar>!) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/rename.2.html
@discardableResult
public func rename(_ old: UnsafePointer<CChar>!, _ new: UnsafePointer<CChar>!) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/rename.2.html
@discardableResult
public func renameat(_ fd: Int32, _ old: UnsafePointer<CChar>!, _ other: Int32, _ new: UnsafePointer<CChar>!)
  -> Int32
{ 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/chmod.2.html
@discardableResult
public func fchmod(_ fd: Int32, _ mode: mode_t) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/chown.2.html
@discardableResult
public func fchown(_ fd: Int32, _ owner: uid_t, _ group: gid_t) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/umask.2.html
@discardableResult
public func umask(_ mask: mode_t) -> mode_t { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/getuid.2.html
@discardableResult
public func geteuid() -> uid_t { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/getpid.2.html
@discardableResult
public func getpid() -> pid_t { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/getpgrp.2.html
@discardableResult
public func getpgrp() -> pid_t { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/mktemp.3.html
@discardableResult
public func mkstemp(_ template: UnsafeMutablePointer<CChar>!) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/realpath.3.html
@discardableResult
public func realpath(_ path: UnsafePointer<CChar>!, _ resolved: UnsafeMutablePointer<CChar>!)
  -> UnsafeMutablePointer<CChar>!
{ nil }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/malloc.3.html
@discardableResult
public func free(_ pointer: UnsafeMutableRawPointer!) {}

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/getenv.3.html
@discardableResult
public func getenv(_ name: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { nil }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/strerror.3.html
@discardableResult
public func strerror(_ number: Int32) -> UnsafeMutablePointer<CChar>! { nil }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/memset_s.3.html
@discardableResult
public func memset_s(_ start: UnsafeMutableRawPointer!, _ size: rsize_t, _ value: Int32, _ count: rsize_t)
  -> errno_t
{ 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/usleep.3.html
@discardableResult
public func usleep(_ microseconds: useconds_t) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/exit.3.html
public func exit(_ status: Int32) -> Never { fatalError() }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man4/tty.4.html
public var STDIN_FILENO: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man4/tty.4.html
public var STDOUT_FILENO: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man4/tty.4.html
public var STDERR_FILENO: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/isatty.3.html
@discardableResult
public func isatty(_ fd: Int32) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man4/tty.4.html
public var TIOCGWINSZ: UInt { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/ioctl.2.html
@discardableResult
public func ioctl(_ fd: Int32, _ request: UInt, _ pointer: UnsafeMutableRawPointer) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man4/termios.4.html
public var ECHO: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man4/termios.4.html
public var ICANON: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man4/termios.4.html
public var IEXTEN: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man4/termios.4.html
public var ISIG: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man4/termios.4.html
public var VMIN: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man4/termios.4.html
public var VTIME: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man4/termios.4.html
public var TCSANOW: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man4/termios.4.html
public var TCSADRAIN: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man4/termios.4.html
public var TCSAFLUSH: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/tcsetattr.3.html
@discardableResult
public func tcgetattr(_ fd: Int32, _ settings: UnsafeMutablePointer<termios>!) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/tcsetattr.3.html
@discardableResult
public func tcsetattr(_ fd: Int32, _ action: Int32, _ settings: UnsafePointer<termios>!) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/tcgetpgrp.3.html
@discardableResult
public func tcgetpgrp(_ fd: Int32) -> pid_t { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/poll.2.html
public var POLLIN: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/poll.2.html
@discardableResult
public func poll(_ descriptors: UnsafeMutablePointer<pollfd>!, _ count: nfds_t, _ timeout: Int32) -> Int32 {
  0
}

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/signal.3.html
public var SIGINT: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/signal.3.html
public var SIGQUIT: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/signal.3.html
public var SIGTERM: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/signal.3.html
public var SIGHUP: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/signal.3.html
public var SIGTSTP: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/signal.3.html
public var SIGCONT: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/signal.3.html
public var SIGPIPE: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/signal.3.html
public var SIGTTIN: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/signal.3.html
public var SIGKILL: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/signal.3.html
public var SIG_DFL: sig_t? { nil }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/signal.3.html
public var SIG_IGN: sig_t { fatalError() }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/signal.3.html
@discardableResult
public func signal(_ number: Int32, _ handler: sig_t!) -> sig_t! { nil }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/raise.3.html
@discardableResult
public func raise(_ number: Int32) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/kill.2.html
@discardableResult
public func kill(_ process: pid_t, _ number: Int32) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/sigprocmask.2.html
@discardableResult
public func sigemptyset(_ set: UnsafeMutablePointer<sigset_t>!) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/sigprocmask.2.html
@discardableResult
public func sigaddset(_ set: UnsafeMutablePointer<sigset_t>!, _ number: Int32) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/sigprocmask.2.html
public var SIG_UNBLOCK: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/sigprocmask.2.html
public var SIG_SETMASK: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/sigprocmask.2.html
@discardableResult
public func pthread_sigmask(
  _ how: Int32, _ set: UnsafePointer<sigset_t>!, _ old: UnsafeMutablePointer<sigset_t>!
) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/pthread_self.3.html
@discardableResult
public func pthread_self() -> pthread_t { fatalError() }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/pthread_kill.2.html
@discardableResult
public func pthread_kill(_ thread: pthread_t!, _ number: Int32) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/socket.2.html
public var AF_INET: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/getsockopt.2.html
public var SO_LINGER: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/shutdown.2.html
public var SHUT_WR: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/shutdown.2.html
@discardableResult
public func shutdown(_ socket: Int32, _ how: Int32) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/getrlimit.2.html
public var RLIMIT_NOFILE: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/getrlimit.2.html
@discardableResult
public func getrlimit(_ resource: Int32, _ limits: UnsafeMutablePointer<rlimit>!) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/getenv.3.html
@discardableResult
public func setenv(_ name: UnsafePointer<CChar>!, _ value: UnsafePointer<CChar>!, _ overwrite: Int32) -> Int32
{ 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/clock_gettime.3.html
public var CLOCK_REALTIME: clockid_t { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/clock_gettime.3.html
public var CLOCK_MONOTONIC: clockid_t { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/clock_gettime.3.html
public var CLOCK_THREAD_CPUTIME_ID: clockid_t { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/clock_gettime.3.html
public var CLOCK_PROCESS_CPUTIME_ID: clockid_t { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/clock_gettime.3.html
@discardableResult
public func clock_gettime(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>!) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/fopen.3.html
@discardableResult
public func fopen(_ path: UnsafePointer<CChar>!, _ mode: UnsafePointer<CChar>!) -> UnsafeMutablePointer<FILE>!
{ nil }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/fclose.3.html
@discardableResult
public func fclose(_ file: UnsafeMutablePointer<FILE>!) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/fgets.3.html
@discardableResult
public func fgets(_ line: UnsafeMutablePointer<CChar>!, _ count: Int32, _ file: UnsafeMutablePointer<FILE>!)
  -> UnsafeMutablePointer<CChar>!
{ nil }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/fread.3.html
@discardableResult
public func fwrite(_ start: UnsafeRawPointer!, _ size: Int, _ count: Int, _ file: UnsafeMutablePointer<FILE>!)
  -> Int
{ 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/sysconf.3.html
public var _SC_PAGESIZE: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/sysconf.3.html
@discardableResult
public func sysconf(_ name: Int32) -> Int { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/posix_spawn.2.html
@discardableResult
public func posix_spawn_file_actions_init(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!)
  -> Int32
{ 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/posix_spawn.2.html
@discardableResult
public func posix_spawn_file_actions_destroy(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!)
  -> Int32
{ 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/posix_spawn.2.html
@discardableResult
public func posix_spawn_file_actions_addopen(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _ fd: Int32, _ path: UnsafePointer<CChar>!,
  _ oflag: Int32, _ mode: mode_t
) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/posix_spawn.2.html
@discardableResult
public func posix_spawn(
  _ process: UnsafeMutablePointer<pid_t>!, _ path: UnsafePointer<CChar>!,
  _ actions: UnsafePointer<posix_spawn_file_actions_t?>!, _ attributes: UnsafePointer<posix_spawnattr_t?>!,
  _ words: UnsafePointer<UnsafeMutablePointer<CChar>?>!,
  _ environment: UnsafePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/posix_spawn.2.html
@discardableResult
public func posix_spawnp(
  _ process: UnsafeMutablePointer<pid_t>!, _ file: UnsafePointer<CChar>!,
  _ actions: UnsafePointer<posix_spawn_file_actions_t?>!, _ attributes: UnsafePointer<posix_spawnattr_t?>!,
  _ words: UnsafePointer<UnsafeMutablePointer<CChar>?>!,
  _ environment: UnsafePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/posix_spawn.2.html
@discardableResult
public func posix_spawn_file_actions_adddup2(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _ fd: Int32, _ newFD: Int32
) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/posix_spawnattr_init.3.html
@discardableResult
public func posix_spawnattr_init(_ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/posix_spawnattr_init.3.html
@discardableResult
public func posix_spawnattr_destroy(_ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/posix_spawnattr_setflags.3.html
@discardableResult
public func posix_spawnattr_setflags(
  _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!, _ flags: Int16
) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/posix_spawnattr_setpgroup.3.html
@discardableResult
public func posix_spawnattr_setpgroup(
  _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!, _ group: pid_t
) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/posix_spawnattr_setflags.3.html
public var POSIX_SPAWN_SETPGROUP: Int32 { 2 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/wait.2.html
@discardableResult
public func waitpid(_ process: pid_t, _ status: UnsafeMutablePointer<Int32>!, _ options: Int32) -> pid_t { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man7/environ.7.html
public var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { fatalError() }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/strdup.3.html
@discardableResult
public func strdup(_ text: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { nil }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/wait4.2.html
@discardableResult
public func wait4(
  _ process: pid_t, _ status: UnsafeMutablePointer<Int32>!, _ options: Int32,
  _ usage: UnsafeMutablePointer<rusage>!
) -> pid_t { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/getrusage.2.html
public var RUSAGE_SELF: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/getrusage.2.html
@discardableResult
public func getrusage(_ who: Int32, _ usage: UnsafeMutablePointer<rusage>!) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/tmpnam.3.html
public var P_tmpdir: String { "" }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/mktemp.3.html
@discardableResult
public func mkdtemp(_ template: UnsafeMutablePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { nil }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/rmdir.2.html
@discardableResult
public func rmdir(_ path: UnsafePointer<CChar>!) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/access.2.html
public var X_OK: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/abort.3.html
public func abort() -> Never { fatalError() }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var ENOTCONN: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var EINPROGRESS: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/intro.2.html
public var ECONNREFUSED: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fcntl.2.html
public var F_SETFL: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/socket.2.html
public var SOCK_STREAM: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/socket.2.html
@discardableResult
public func socket(_ domain: Int32, _ type: Int32, _ protocol: Int32) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/connect.2.html
@discardableResult
public func connect(
  _ socket: Int32, _ address: UnsafePointer<sockaddr>!, _ length: socklen_t
) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/send.2.html
@discardableResult
public func send(_ socket: Int32, _ buffer: UnsafeRawPointer!, _ length: Int, _ flags: Int32) -> Int { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/recv.2.html
@discardableResult
public func recv(
  _ socket: Int32, _ buffer: UnsafeMutableRawPointer!, _ length: Int, _ flags: Int32
) -> Int { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/getsockopt.2.html
public var SOL_SOCKET: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/getsockopt.2.html
public var SO_NOSIGPIPE: Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/getsockopt.2.html
@discardableResult
public func setsockopt(
  _ socket: Int32, _ level: Int32, _ name: Int32, _ value: UnsafeRawPointer!, _ length: socklen_t
) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/pthread_mutex_init.3.html
@discardableResult
public func pthread_mutex_init(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>!, _ attributes: UnsafePointer<pthread_mutexattr_t>!
) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/pthread_mutex_lock.3.html
@discardableResult
public func pthread_mutex_lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>!) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/pthread_mutex_unlock.3.html
@discardableResult
public func pthread_mutex_unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>!) -> Int32 { 0 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/pthread_mutex_destroy.3.html
@discardableResult
public func pthread_mutex_destroy(_ mutex: UnsafeMutablePointer<pthread_mutex_t>!) -> Int32 { 0 }
