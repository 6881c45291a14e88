# Reads each file that compare.py has read with YAML::PP, a YAML 1.2 reader in Perl, and compares the trees: compare.pl FOLDER
use strict;
use warnings;
use JSON::PP;
use YAML::PP;

sub plain {
  my ($value) = @_;
  return [map { plain($_) } @$value] if ref $value eq 'ARRAY';
  return { map { $_ => plain($value->{$_}) } keys %$value } if ref $value eq 'HASH';
  return defined $value ? "$value" : '';
}

my ($count, $wrong, $json) = (0, 0, JSON::PP->new->canonical->utf8);
for my $path (glob "$ARGV[0]/*.json") {
  open my $input, '<', $path or die "$path: $!";
  my ($file, $expected) = @{ $json->decode(do { local $/; <$input> }) };
  my $found = eval { YAML::PP->new(schema => ['Failsafe'])->load_file($file) };
  my $reason = $@ ? "YAML::PP refuses it: $@"
    : $json->encode([plain($found)]) ne $json->encode([plain($expected)]) ? "YAML::PP reads it differently\n" : '';
  $count++;
  next unless $reason;
  $wrong++;
  print "$file: $reason";
}
print "$count files read alike by YAML::PP\n" unless $wrong;
exit($wrong || !$count ? 1 : 0);
