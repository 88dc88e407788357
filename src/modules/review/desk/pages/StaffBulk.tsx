import { Button, Modal } from 'antd'
import { type FormEvent, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { useApi } from '#api/useApi.ts'
import { nameOfAction } from '#modules/review/workflow.ts'
import { CallReach } from '#ui/act/CallReach.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { BulkBar } from '#ui/table/BulkBar.tsx'
import { BulkProgress, BulkResults } from '#ui/table/BulkResults.tsx'
import { partsOf, useBulk } from '#ui/table/useBulk.ts'
import type { Row } from './caseDecisions.ts'
import { StaffAssign } from './StaffAssign.tsx'
import { StaffReason } from './StaffReason.tsx'

type Props = { rows: Row[]; onDone: () => void; onClear: () => void }

/** Bulk actions on the selected applications, with a dialog that shows their number first. */
export function StaffBulk({ rows, onDone, onClear }: Props) {
  const [asking, setAsking] = useState<'pass' | 'return' | 'assign'>()
  // Keep a copy: processed rows leave the list and the selection, but the dialog still shows them.
  const [of, setOf] = useState<Row[]>([])
  const ask = (what: typeof asking) => {
    setOf(rows)
    setAsking(what)
  }
  const close = () => setAsking(undefined)
  return (
    <>
      {rows.length > 0 && (
        <BulkBar count={rows.length} unit="份" clear={onClear}>
          <Button onClick={() => ask('pass')}>通过</Button>
          <Button onClick={() => ask('return')}>退回</Button>
          <Button onClick={() => ask('assign')}>指派</Button>
        </BulkBar>
      )}
      {asking === 'assign' && <StaffAssign of={of} onClose={close} onDone={onDone} />}
      {(asking === 'pass' || asking === 'return') && (
        <DecideMany rows={of} action={asking} onClose={close} onDone={onDone} />
      )}
    </>
  )
}

type ManyProps = { rows: Row[]; action: 'pass' | 'return'; onClose: () => void; onDone: () => void }

function DecideMany({ rows, action, onClose, onDone }: ManyProps) {
  const reasons = useApi('GET /staff/review/reasons', {})
  const [opinion, setOpinion] = useState('')
  const bulk = useBulk<Row>({
    rows,
    idOf: ({ id }) => id,
    nameOf: ({ title }) => title,
    changed: onDone,
    send: some => browserApi('POST /staff/review/bulk', { items: itemsOf(some), action, opinion }),
  })
  const { results, error, busy } = bulk
  const asked = partsOf(rows).map(some => ({
    items: itemsOf(some),
    action,
    opinion: action === 'return' ? '（待填写）' : '',
  }))
  const isBare = action === 'return' && !opinion.trim()
  const [tried, setTried] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isBare) await bulk.run()
  }
  // Open the dialog only after the reasons are loaded, so that nothing in it moves under the mouse.
  if (reasons.loading) return null
  return (
    <Modal title={`${nameOfAction(action)} ${rows.length} 份申请`} open onCancel={onClose} footer={null}>
      {results ? (
        <BulkResults unit="份" results={results} close={onClose} />
      ) : (
        <form onSubmit={send} noValidate>
          <p>
            {rows
              .slice(0, MAX_SHOWN_TITLES)
              .map(({ title }) => title)
              .join('、')}
            {rows.length > MAX_SHOWN_TITLES && ` 等 ${rows.length} 份`}
            。每一份按各自的状态处理，不能处理的会逐份说明；能撤销的可在各自的页面撤销。
          </p>
          <StaffReason
            reasons={reasons.data?.[action]}
            label={action === 'pass' ? '意见（选填）' : '理由'}
            value={opinion}
            onChange={setOpinion}
            error={tried && isBare ? '请填写理由' : undefined}
          />
          {(error || (tried && isBare)) && <Problem>{error?.message ?? '请填写理由，申请人会看到'}</Problem>}
          <CallReach call="POST /staff/review/bulk" inputs={asked} />
          <BulkProgress {...bulk} />
          <div className="form-actions">
            <Button type="primary" htmlType="submit" loading={busy}>
              {nameOfAction(action)} {rows.length} 份
            </Button>
            <Button onClick={onClose}>取消</Button>
          </div>
        </form>
      )}
    </Modal>
  )
}

const MAX_SHOWN_TITLES = 5
const itemsOf = (rows: readonly Row[]) => rows.map(({ id, version }) => ({ id, version }))
