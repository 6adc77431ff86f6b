import {
  Check,
  ChevronRight,
  CircleAlert,
  Clock,
  File,
  GitBranch,
  Globe,
  Info,
  Lightbulb,
  ListTodo,
  MessageCircleQuestionMark,
  MessageSquare,
  PenLine,
  Search,
  Terminal,
  TriangleAlert,
  Wrench,
  X,
} from 'lucide-react';
import type { ToolKind } from '../../logic/index.ts';
import './Icon.css';

const icons = {
  agent: GitBranch,
  alert: CircleAlert,
  check: Check,
  chevron: ChevronRight,
  clock: Clock,
  edit: PenLine,
  fetch: Globe,
  info: Info,
  other: Wrench,
  plan: ListTodo,
  question: MessageCircleQuestionMark,
  read: File,
  search: Search,
  shell: Terminal,
  text: MessageSquare,
  thinking: Lightbulb,
  warning: TriangleAlert,
  x: X,
} satisfies Record<ToolKind, unknown> & Record<string, unknown>;

export type IconName = keyof typeof icons;

/** The names of all icons. */
export const iconNames = Object.keys(icons).filter((name): name is IconName => name in icons);

export interface IconProps {
  readonly name: IconName;
  /** Names it for screen readers; without a label it is hidden from them, as the text beside it tells the same. */
  readonly label?: string;
}

/** One of the kit's icons: 16 px, one stroke width, in the colour of the text around it. */
export function Icon({ name, label }: IconProps) {
  const Drawing = icons[name];
  const spoken = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return <Drawing className="rr-icon" data-icon={name} size={16} strokeWidth={1.75} {...spoken} />;
}

/** Work in progress. A still mark where the reader wants no motion. */
export function Spinner() {
  return <span className="rr-spinner" aria-hidden="true" />;
}
