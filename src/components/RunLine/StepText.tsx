import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import type { Step } from '../../logic/index.ts';
import { ToolName } from '../ToolName/ToolName.tsx';
import { PreparingText } from '../ToolPreparingRow/ToolPreparingRow.tsx';

/**
 * A step in words (SPEC R2.1 to R2.6). Words keep their own direction, a bare tool call follows that of the page; where
 * there is no room the preview gives way, cut at its own end.
 */
export function StepText({ step }: { readonly step: Step }): ReactNode {
  const text = useText();
  const tool = step.tool ? <ToolName key="tool" name={step.tool} /> : undefined;
  const preview = step.preview ? (
    <bdi key="preview" className="rr-cut">
      {step.preview}
    </bdi>
  ) : undefined;
  switch (step.kind) {
    case 'working':
      return <bdi className="rr-cut">{text.t('runLine.working')}</bdi>;
    case 'thinking':
      return (
        <bdi className="rr-words">
          {preview ? text.parts('runLine.thinking', { preview }) : text.t('runLine.thinkingOnly')}
        </bdi>
      );
    case 'approval':
      return (
        <bdi className="rr-words">
          {preview ? text.parts('runLine.approval', { tool, preview }) : text.parts('runLine.approvalOnly', { tool })}
        </bdi>
      );
    case 'preparing':
      if (tool === undefined || preview === undefined) {
        return <PreparingText {...(step.tool && { toolName: step.tool })} />;
      }
      return text.parts('runLine.tool', { tool, preview });
    case 'tool':
      return preview === undefined ? tool : text.parts('runLine.tool', { tool, preview });
  }
}
