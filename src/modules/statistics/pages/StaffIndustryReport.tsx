import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { minute } from '#lib/dates.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { CallReach } from '#ui/act/CallReach.tsx'
import { Facts } from '#ui/Facts.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { StateTag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffIndustryReport'
import { type Grid, ReportCells } from './ReportCells.tsx'
import { reportTones } from './statisticsTones.ts'

export { staffIndustryReport as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/industry/report/detail', { id: pathId(params.id) }),
)

/** One report: its numbers beside those of before, what they break, and how the company explains that. */
export default function StaffIndustryReport({ loaderData: of }: Route.ComponentProps) {
  useScreenName(of.organisationName)
  const revalidate = useRevalidate()
  const [isReturning, setReturning] = useState(false)
  const move = async (call: 'POST /staff/industry/report/accept' | 'POST /staff/industry/report/reopen') => {
    const [result] = await browserApi(call, { ids: [of.id] })
    announce(result!.message)
    void revalidate()
  }
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>
          {of.organisationName}　{of.formName}　{of.periodName}
        </h2>
        <span className="form-actions">
          {(of.state === 'submitted' || of.state === 'accepted') && (
            <Button onClick={() => setReturning(true)}>退回更正</Button>
          )}
          {of.state === 'accepted' && (
            <Button onClick={() => void move('POST /staff/industry/report/reopen')}>取消核过</Button>
          )}
          {of.state === 'submitted' && (
            <Button type="primary" onClick={() => void move('POST /staff/industry/report/accept')}>
              核过，计入合计
            </Button>
          )}
        </span>
      </div>
      <Facts
        facts={[
          ['状态', <StateTag key="state" of={of} tones={reportTones} />],
          ['期限', of.dueOn],
          ['上报', of.submittedTime && `${of.submittedName} ${minute(of.submittedTime)}`],
        ]}
      />
      <div className="statistics-scroll">
        <ReportCells of={of} faults={of.faults} explanations={of.explanations} />
      </div>
      {isReturning && <ReturnDialog of={of} close={() => setReturning(false)} />}
    </section>
  )
}

function ReturnDialog({ of, close }: { of: Grid; close: () => void }) {
  const revalidate = useRevalidate()
  const fields = of.cells.map(
    ({ code, name }): FormField => ({ name: code, label: name, section: '要更正的指标', kind: 'text', max: 200 }),
  )
  const remarksIn = (values: FormValues) =>
    Object.fromEntries(of.cells.map(({ code }) => [code, String(values[code] ?? '')]))
  return (
    <FormDialog
      title={`退回更正：${of.organisationName}`}
      fields={fields}
      initial={Object.fromEntries(of.faults.map(({ code, message }) => [code, message]))}
      intro={<p>在要更正的指标旁写明要求，其余留空。单位收到消息，改后再报；核过的不再计入合计。</p>}
      action="退回"
      send={async values => {
        await browserApi('POST /staff/industry/report/return', {
          id: of.id,
          version: of.version,
          remarks: remarksIn(values),
        })
        announce('已退回，单位收到消息')
        void revalidate()
      }}
      close={close}
    >
      <CallReach
        call="POST /staff/industry/report/return"
        inputs={[{ id: of.id, version: of.version, remarks: { [of.cells[0]?.code ?? 'x']: '更正' } }]}
      />
    </FormDialog>
  )
}
