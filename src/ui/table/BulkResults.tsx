import { Button } from 'antd'
import type { BulkResult } from './useBulk.ts'

type Props = {
  results: readonly BulkResult[]
  unit: string
  close: () => void
  undo?: (() => void) | undefined
}

export function BulkResults({ results, unit, close, undo }: Props) {
  const refused = results.filter(({ done }) => !done)
  return (
    <div role="status">
      <p>
        已处理 {results.length - refused.length} {unit}
        {refused.length > 0 && `，${refused.length} ${unit}没有处理：`}
      </p>
      {refused.length > 0 && (
        <ul>
          {refused.map(({ id, name, message }) => (
            <li key={id}>
              <b>{name}：</b>
              {message}
            </li>
          ))}
        </ul>
      )}
      <div className="form-actions">
        <Button type="primary" autoFocus onClick={close}>
          知道了
        </Button>
        {undo && <Button onClick={undo}>撤销</Button>}
      </div>
    </div>
  )
}

export const BulkProgress = ({ progress, stop }: { progress: string; stop: () => void }) => (
  <p role="status" className="bulk-progress">
    {progress && (
      <>
        {progress}
        <Button type="link" onClick={stop}>
          停止
        </Button>
      </>
    )}
  </p>
)
