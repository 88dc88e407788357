import { Button } from 'antd'
import type { ReactNode } from 'react'

type Props = { children: ReactNode; busy: boolean; confirm?: string; onBack: () => void; onConfirm: () => void }

/** What was filled in, once more before it is handed in. */
export const LookOver = ({ children, busy, confirm = '确认提交', onBack, onConfirm }: Props) => (
  <section className="centre-card">
    <h2>提交前请核对</h2>
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
