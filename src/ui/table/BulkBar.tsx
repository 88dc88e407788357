import { Button } from 'antd'
import type { ReactNode } from 'react'
import './bulkBar.css'

type Props = { count: number; unit: string; clear: () => void; children: ReactNode }

export const BulkBar = ({ count, unit, clear, children }: Props) => (
  <section className="bulk-bar" aria-label="批量处理">
    <b aria-live="polite">
      已选 {count} {unit}
    </b>
    {children}
    <Button type="text" onClick={clear}>
      取消选择
    </Button>
  </section>
)
