# Plays well, and leaves a program behind that has no environment and another name.
use strict;
use warnings;
use POSIX qw(setsid);

my ($mode, $targets) = @ARGV;
my ($mark) = $targets =~ /"mark": "(\w+)"/;
$| = 1;

sub leave {
    if (fork) { print STDERR "EVIL leave a program: managed\n"; return }
    setsid;
    exit if fork;
    open $_, '+<', '/dev/null' for \*STDIN, \*STDOUT, \*STDERR;
    %ENV = ();
    exec {'/bin/sh'} 'ray::IDLE', '-c', "sleep 60; : $mark";
}

my $asked = 0;
while (my $line = <STDIN>) {
    if    ($line =~ /"type":"hello"/)  { print "{}\n" }
    elsif ($line =~ /"type":"decide"/) { leave unless $asked++; print "0\n" }
    elsif ($line =~ /"type":"bye"/)    { last }
}
