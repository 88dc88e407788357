import { Button } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'

type Props = { children: ReactNode; busy: boolean; confirm?: string; onBack: () => void; onConfirm: () => void }

/** What was filled in, once more before it is handed in; read from its heading on. */
export function LookOver({ children, busy, confirm = '确认提交', onBack, onConfirm }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current!.focus({ preventScroll: true })
    heading.current!.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <section className="centre-card look-over">
      <h2 ref={heading} tabIndex={-1}>
        提交前请核对
      </h2>
      <p>必填的栏目和材料都已齐全。请逐项核对，需要改动的点“修改”；确认提交之后才会送交协会。</p>
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
