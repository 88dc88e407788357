import { Button, Modal, Select } from 'antd'
import { type FormEvent, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { useApi } from '#api/useApi.ts'
import { useStaff } from '#layouts/staff/staff.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { BulkProgress, BulkResults } from '#ui/table/BulkResults.tsx'
import { useBulk } from '#ui/table/useBulk.ts'
import type { Subject } from './caseDecisions.ts'

type Props = { of: Pick<Subject, 'id' | 'title'>[]; onClose: () => void; onDone: () => void }

const NOBODY = 0

/** Lays one or many on somebody's desk. */
export function StaffAssign({ of, onClose, onDone }: Props) {
  const me = useStaff()
  const { data: colleagues = [] } = useApi('GET /staff/review/colleagues', {})
  const [to, setTo] = useState(me.id)
  const bulk = useBulk<Props['of'][number]>({
    rows: of,
    idOf: ({ id }) => id,
    nameOf: ({ title }) => title,
    changed: onDone,
    send: some =>
      browserApi('POST /staff/review/assign', {
        ids: some.map(({ id }) => id),
        assigneeId: to === NOBODY ? null : to,
      }),
  })
  const { results, error, busy } = bulk
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const done = await bulk.run()
    if (!done?.every(one => one.done)) return
    announce(`已指派 ${done.length} 份申请`)
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
        <BulkResults unit="份" results={results} close={onClose} />
      ) : (
        <form onSubmit={send} noValidate>
          <div className="field">
            <label htmlFor="assignee" className="field-label">
              负责人
            </label>
            <Select id="assignee" aria-label="负责人" value={to} options={options} onChange={setTo} />
          </div>
          <Problem>{error?.message}</Problem>
          <BulkProgress {...bulk} />
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
