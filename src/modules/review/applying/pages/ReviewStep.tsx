import { Button } from 'antd'
import type { ReactNode } from 'react'
import { LookOverHead } from '#ui/form/sections/LookOverHead.tsx'

type Props = { children: ReactNode; busy: boolean; confirm?: string; onBack: () => void; onConfirm: () => void }

/** Shows the answers once more before submission; focus starts at the heading. */
export function ReviewStep({ children, busy, confirm = '确认提交', onBack, onConfirm }: Props) {
  return (
    <section className="centre-card look-over">
      <LookOverHead>必填的栏目和材料都已齐全。请逐项核对，需要改动的点“修改”；确认提交之后才会送交协会。</LookOverHead>
      {children}
      <p className="form-actions">
        <Button size="large" onClick={onBack}>
          返回修改
        </Button>
        <Button size="large" type="primary" loading={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </p>
    </section>
  )
}
