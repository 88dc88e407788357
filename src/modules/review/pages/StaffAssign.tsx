import { Button, Modal, Select } from 'antd'
import { type FormEvent, useState } from 'react'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { useStaff } from '#layouts/staff/staff.ts'
import { BulkResults } from '#ui/BulkResults.tsx'
import { named, type Result } from './bulkResult.ts'
import type { Subject } from './desking.ts'

type Props = { of: Pick<Subject, 'id' | 'title'>[]; onClose: () => void; onDone: () => void }

const NOBODY = 0

/** Lays one or many on somebody's desk. */
export function StaffAssign({ of, onClose, onDone }: Props) {
  const me = useStaff()
  const { data: colleagues = [] } = useApi('GET /staff/review/colleagues', {})
  const { submit, busy, error } = useSubmit('POST /staff/review/assign')
  const [to, setTo] = useState(me.id)
  const [results, setResults] = useState<Result[]>()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const answer = await submit({ ids: of.map(({ id }) => id), assigneeId: to === NOBODY ? null : to })
    if (!answer) return
    onDone()
    if (answer.some(({ done }) => !done)) return setResults(answer)
    announce(`已指派 ${answer.length} 份申请`)
    onClose()
  }
  const options = [
    ...colleagues.map(({ id, name }) => ({ value: id, label: id === me.id ? `${name}（我）` : name })),
    { value: NOBODY, label: '不指派给任何人' },
  ]
  return (
    <Modal
      title={of.length === 1 ? `指派：${of[0]!.title}` : `指派 ${of.length} 份申请`}
      open
      onCancel={onClose}
      footer={null}
    >
      {results ? (
        <BulkResults unit="份" results={named(of, results)} close={onClose} />
      ) : (
        <form onSubmit={send} noValidate>
          <div className="field">
            <label htmlFor="assignee" className="field-label">
              负责人
            </label>
            <Select id="assignee" aria-label="负责人" value={to} options={options} onChange={setTo} />
          </div>
          {error && (
            <p role="alert" className="field-error">
              {error.message}
            </p>
          )}
          <div className="form-actions">
            <Button type="primary" htmlType="submit" loading={busy}>
              指派
            </Button>
            <Button onClick={onClose}>取消</Button>
          </div>
        </form>
      )}
    </Modal>
  )
}
