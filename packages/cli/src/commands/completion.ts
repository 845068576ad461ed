import { Argument, Command } from 'commander';
import { cliOf, withExamples } from '../cli.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** One command with its words: `usage send`, its options, and its subcommands. */
interface Node {
  path: string[];
  description: string;
  options: { flag: string; description: string }[];
  children: string[];
}

export function addCompletion(program: Command): void {
  const completion = program
    .command('completion')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .description('print a script that completes commands and options')
    .action((shell: Shell, _: object, self: Command) => {
      const script = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](nodesOf(program, []));
      cliOf(self).out.result({ shell, script }, [script.trimEnd()]);
    });
  withExamples(completion, [
    'source <(qafila completion bash)      # in ~/.bashrc',
    'source <(qafila completion zsh)       # in ~/.zshrc, after compinit',
    'qafila completion fish > ~/.config/fish/completions/qafila.fish',
  ]);
}

function nodesOf(command: Command, path: string[]): Node[] {
  const own = [...command.options, ...(command.parent?.options ?? []), ...(command.parent?.parent?.options ?? [])];
  const options = own.map(({ long, description }) => ({ flag: long as string, description }));
  const node = {
    path,
    description: command.description(),
    options: [...options, { flag: '--help', description: 'print help' }],
    children: command.commands.map((each) => each.name()),
  };
  return [node, ...command.commands.flatMap((each) => nodesOf(each, [...path, each.name()]))];
}

const wordsOf = ({ children, options }: Node): string => [...children, ...options.map(({ flag }) => flag)].join(' ');

function cases(nodes: readonly Node[], line: (words: string) => string): string {
  return nodes.map((node) => `    "${node.path.join(' ')}") ${line(wordsOf(node))} ;;`).join('\n');
}

/** The command is the words before the cursor that are not options. */
function bashScript(nodes: readonly Node[]): string {
  const commands = nodes.map(({ path }) => `"${path.join(' ')}"`).join('|');
  return `# qafila completion for bash
_qafila() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word next words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="\${path:+$path }$word"
    case "$next" in ${commands}) path="$next" ;; esac
  done
  case "$path" in
${cases(nodes, (words) => `words="${words}"`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ \${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -F _qafila qafila
`;
}

function zshScript(nodes: readonly Node[]): string {
  const commands = nodes.map(({ path }) => `"${path.join(' ')}"`).join('|');
  return `#compdef qafila
_qafila() {
  local path_="" word next
  local -a reply_
  for word in "\${(@)words[2,CURRENT-1]}"; do
    next="\${path_:+$path_ }$word"
    case "$next" in (${commands}) path_="$next" ;; esac
  done
  case "$path_" in
${cases(nodes, (words) => `reply_=(${words})`)}
  esac
  compadd -- $reply_ || _files
}
compdef _qafila qafila
`;
}

function fishScript(nodes: readonly Node[]): string {
  const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = nodes.flatMap((node) => {
    const isHere = isHereIn(node);
    const child = (name: string): string =>
      nodes.find(({ path }) => path.join(' ') === [...node.path, name].join(' '))?.description ?? '';
    return [
      ...node.children.map((name) => `complete -c qafila -f -n ${quoted(isHere)} -a ${name} -d ${quoted(child(name))}`),
      ...node.options.map(
        ({ flag, description }) =>
          `complete -c qafila -n ${quoted(isHere)} -l ${flag.slice(2)} -d ${quoted(description)}`,
      ),
    ];
  });
  return `# qafila completion for fish\n${lines.join('\n')}\n`;
}

/** True in fish where the words so far are this command and none of its subcommands. */
function isHereIn({ path, children }: Node): string {
  const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`);
  const unseen = children.length === 0 ? [] : [`not __fish_seen_subcommand_from ${children.join(' ')}`];
  return [...seen, ...unseen].join('; and ') || 'true';
}
