import { Button } from 'antd'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import type { Subject } from './desking.ts'

export type Result = Output<ApiContract['POST /staff/review/bulk']>[number]
type Props = { of: Pick<Subject, 'id' | 'title'>[]; results: Result[]; onClose: () => void }

/** Of an act on many: which were done, and why the others were not. */
export function StaffResults({ of, results, onClose }: Props) {
  const done = results.filter(result => result.done)
  const refused = results.filter(result => !result.done)
  const nameOf = (id: number) => of.find(one => one.id === id)!.title
  return (
    <div role="status">
      <p>
        已处理 {done.length} 份{refused.length > 0 && `，${refused.length} 份没有处理：`}
      </p>
      {refused.length > 0 && (
        <ul className="desk-remarks">
          {refused.map(({ id, message }) => (
            <li key={id}>
              <b>{nameOf(id)}：</b>
              {message}
            </li>
          ))}
        </ul>
      )}
      <div className="form-actions">
        <Button type="primary" onClick={onClose}>
          知道了
        </Button>
      </div>
    </div>
  )
}
