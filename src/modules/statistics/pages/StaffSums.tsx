import { Button, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { AWAITING_APPROVAL, isRefusal } from '#lib/error.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { Facts } from '#ui/Facts.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffSums'
import { coverage, ReleaseTables } from './ReleaseTables.tsx'
import { releaseTones } from './statisticsTones.ts'

export { staffSums as handle } from './screens.ts'

type Sums = Output<ApiContract['GET /staff/industry/sums']>
type Release = Sums['releases'][number]

export const clientLoader = screenLoader(async (api, { params, query }) => {
  const formId = pathId(params.form)
  const { forms } = await api('GET /staff/industry/overview', {})
  const form = forms.find(({ id }) => id === formId)
  const period = query.get('period') ?? form?.period ?? ''
  return { formId, form, period, sums: await api('GET /staff/industry/sums', { formId, period }) }
})

/** 合计与公布: what a period adds up to, what is estimated or withheld, and when it becomes public. */
export default function StaffSums({ loaderData: { formId, form, period, sums } }: Route.ComponentProps) {
  useScreenName(`${form?.name ?? '统计表'} ${sums.periodName}`)
  const [, setQuery] = useSearchParams()
  const [isReleasing, setReleasing] = useState(false)
  const [cancelling, setCancelling] = useState<Release>()
  const revalidate = useRevalidate()
  const of = { formId, period }
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>
            {form?.name}　{sums.periodName}
          </h2>
          <span className="form-actions">
            <Select
              aria-label="报告期"
              value={period}
              options={(form?.periods ?? []).map(({ code, name }) => ({ value: code, label: name }))}
              onChange={value => setQuery({ period: value })}
            />
            <SaveButton save={() => saveFile('GET /staff/industry/sums/export', of)}>导出</SaveButton>
            <Button type="primary" disabled={sums.tables.reported === 0} onClick={() => setReleasing(true)}>
              公布…
            </Button>
          </span>
        </div>
        <Facts
          facts={[
            ['填报', coverage(sums.tables)],
            ['待核', sums.unchecked > 0 && `${sums.unchecked} 份已报没有核过，不在合计中`],
            ['分立不衔接', sums.gaps.length > 0 && <List of={sums.gaps} />],
          ]}
        />
        <ReleaseTables of={sums.tables} />
      </section>
      {sums.absent.length > 0 && (
        <section className="desk-card">
          <h2>没有填报或没有核过的单位</h2>
          <Table
            caption="没有填报或没有核过的单位"
            rows={sums.absent.map((one, id) => ({ id, ...one }))}
            columns={[
              { name: '单位', cell: ({ organisationName }) => organisationName },
              { name: '怎样计入', cell: ({ isEstimated, basis }) => (isEstimated ? `估计：${basis}` : basis) },
            ]}
          />
        </section>
      )}
      <section className="desk-card">
        <h2>公布</h2>
        {sums.releases.length === 0 ? (
          <p>这一期还没有公布。公布时固定合计，到时间自动公开，此前只有工作人员看到。</p>
        ) : (
          <Table
            caption="公布"
            rows={sums.releases}
            columns={[
              { name: '公布时间', cell: ({ releaseTime }) => minute(releaseTime), nowrap: true },
              {
                name: '版本',
                cell: ({ revision }) => (revision === 1 ? '首次' : `第 ${revision - 1} 次修订`),
                nowrap: true,
              },
              { name: '说明', cell: ({ note }) => note || '—' },
              { name: '状态', cell: row => <StateTag of={row} tones={releaseTones} />, nowrap: true },
              {
                name: '办理',
                nowrap: true,
                cell: row =>
                  row.state === 'planned' ? <Button onClick={() => setCancelling(row)}>取消公布</Button> : '—',
              },
            ]}
          />
        )}
      </section>
      {isReleasing && <ReleaseDialog of={of} sums={sums} close={() => setReleasing(false)} />}
      {cancelling && (
        <FormDialog
          title="取消公布"
          intro={<p>到 {minute(cancelling.releaseTime)} 不再公开；合计不受影响，可以重新公布。</p>}
          action="取消公布"
          danger
          send={async () => {
            await browserApi('POST /staff/industry/release/cancel', { id: cancelling.id })
            announce('已取消')
            void revalidate()
          }}
          close={() => setCancelling(undefined)}
        />
      )}
    </>
  )
}

const List = ({ of }: { of: readonly string[] }) => (
  <ul>
    {of.map(one => (
      <li key={one}>{one}</li>
    ))}
  </ul>
)

type Props = { of: { formId: number; period: string }; sums: Sums; close: () => void }

function ReleaseDialog({ of, sums, close }: Props) {
  const revalidate = useRevalidate()
  const isRevision = sums.releases.some(({ state }) => state === 'public')
  const fields: FormField[] = [
    { name: 'releaseAt', label: '公布时间', section: '', kind: 'moment', required: true, hint: '到这个时间自动公开' },
    {
      name: 'note',
      label: '修订的原因',
      section: '',
      kind: 'paragraph',
      max: 300,
      required: isRevision,
      hint: isRevision ? '公开显示' : '首次公布可以不写',
    },
  ]
  const send = async (values: FormValues) => {
    try {
      await browserApi('POST /staff/industry/release', {
        ...of,
        releaseAt: String(values.releaseAt ?? ''),
        note: String(values.note ?? ''),
      })
      announce('已定好公布，到时间自动公开')
    } catch (error) {
      if (!isRefusal(error) || error.code !== AWAITING_APPROVAL) throw error
      announce('已提出，另一位同事同意后定好公布')
    }
    void revalidate()
  }
  return (
    <FormDialog
      title={`公布 ${sums.periodName}`}
      fields={fields}
      intro={
        <p>
          {coverage(sums.tables)}。现在的合计就此固定，以后补报的要另行修订。
          {sums.unchecked > 0 && `还有 ${sums.unchecked} 份没有核过，不会计入。`}
        </p>
      }
      action="定好公布"
      send={send}
      close={close}
    />
  )
}
