import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { type FormField, type FormValues, optionsOf } from '#lib/form/form.ts'
import { HolderPicker } from '#modules/certificates/issuing/pages/HolderPicker.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { reporterFilters } from '../reportFilters.ts'
import type { ReporterRow } from '../staffContract.ts'
import { type Size, sizeNames } from '../statisticsWords.ts'
import type { Route } from './+types/StaffReporters'
import { reporters } from './registers.ts'

export { staffReporters as handle } from './screens.ts'

type Overview = Output<ApiContract['GET /staff/industry/overview']>

export const clientLoader = listLoader(async (api, address) => {
  const [list, overview] = await Promise.all([reporters.load(api, address), api('GET /staff/industry/overview', {})])
  return { ...list, overview }
})

/** 填报单位: who reports by which form, from when to when, and in which groups it is counted. */
export default function StaffReporters({ loaderData: { overview, ...list } }: Route.ComponentProps) {
  const revalidate = useRevalidate()
  const [query, setQuery] = useSearchParams()
  const [isAdding, setAdding] = useState(false)
  const opened = list.page.list.find(({ id }) => String(id) === query.get('edit'))
  const close = () => {
    const next = new URLSearchParams(query)
    next.delete('edit')
    setQuery(next, { preventScrollReset: true })
  }
  return (
    <>
      <RegisterTable
        of={reporters}
        loaded={list}
        unit="家"
        filters={registerFilters(reporterFilters, {
          formId: overview.forms.map(({ id, name }) => ({ code: String(id), name })),
          trade: overview.trades,
        })}
        actions={
          <>
            <Link to="/staff/industry">各表进度</Link>
            <Button type="primary" disabled={overview.forms.length === 0} onClick={() => setAdding(true)}>
              加入单位
            </Button>
          </>
        }
        empty={{ title: '还没有填报单位', children: <p>加入以后，单位在会员中心按期填报。</p> }}
      />
      {isAdding && <AddReporter overview={overview} close={() => setAdding(false)} done={() => void revalidate()} />}
      {opened && (
        <EditReporter key={opened.id} of={opened} overview={overview} close={close} done={() => void revalidate()} />
      )}
    </>
  )
}

const plain = { section: '' } as const
const sizeField: FormField = {
  ...plain,
  name: 'size',
  label: '规模',
  kind: 'choice',
  required: true,
  options: optionsOf(sizeNames),
}
const periodField = (name: string, label: string, hint: string): FormField => ({
  ...plain,
  name,
  label,
  kind: 'text',
  max: 10,
  hint,
})

type Props = { overview: Overview; close: () => void; done: () => void }

function AddReporter({ overview, close, done }: Props) {
  const [organisationId, setOrganisation] = useState<number | null>(null)
  const fields: FormField[] = [
    {
      ...plain,
      name: 'formId',
      label: '统计表',
      kind: 'choice',
      required: true,
      options: overview.forms.map(({ id, name }) => ({ code: String(id), name })),
    },
    sizeField,
    { ...periodField('fromPeriod', '从哪一期起报', '例如 2026-03、2026-Q1、2026-H1、2026'), required: true },
  ]
  const send = async (values: FormValues) => {
    const [result] = await browserApi('POST /staff/industry/reporter/add', {
      formId: Number(values.formId),
      organisationIds: organisationId === null ? [] : [organisationId],
      size: values.size as Size,
      fromPeriod: String(values.fromPeriod ?? ''),
    })
    announce(result!.message)
    done()
  }
  return (
    <FormDialog
      title="加入填报单位"
      intro={<p>加入后，已结束的各期立即向单位打开；此时不发消息，到催报的日子才提醒。</p>}
      fields={fields}
      initial={{
        formId: String(overview.forms[0]?.id ?? ''),
        fromPeriod: overview.forms[0]?.period ?? '',
        size: 'small',
      }}
      action="加入"
      disabled={organisationId === null}
      send={send}
      close={close}
    >
      <HolderPicker
        kind="organisation"
        name="organisationId"
        label="单位"
        value={organisationId}
        onChange={setOrganisation}
      />
    </FormDialog>
  )
}

function EditReporter({ of, overview, close, done }: Props & { of: ReporterRow }) {
  const [predecessorId, setPredecessor] = useState<number | null>(of.predecessorId)
  const [others, setOthers] = useState<ReporterRow[]>()
  const search = async (key: string) => {
    const page = await browserApi('GET /staff/industry/reporter/list', { formId: of.formId, key, pageSize: 20 })
    setOthers(page.list.filter(({ id }) => id !== of.id))
  }
  const fields: FormField[] = [
    { ...plain, name: 'trade', label: '行业类别', kind: 'choice', options: overview.trades, hint: '按哪一类合计' },
    sizeField,
    { ...periodField('fromPeriod', '从哪一期起报', ''), required: true },
    periodField('toPeriod', '最后一期', '还在报的留空；以后的报表随之关闭，填过的不能关闭'),
  ]
  const known = others ?? []
  const options = [
    ...(of.predecessorId === null ? [] : [{ value: of.predecessorId, label: of.predecessorName }]),
    ...known
      .filter(({ id }) => id !== of.predecessorId)
      .map(({ id, organisationName }) => ({ value: id, label: organisationName })),
  ]
  const send = async (values: FormValues) => {
    await browserApi('POST /staff/industry/reporter/save', {
      id: of.id,
      version: of.version,
      trade: String(values.trade ?? ''),
      size: values.size as Size,
      fromPeriod: String(values.fromPeriod ?? ''),
      toPeriod: values.toPeriod ? String(values.toPeriod) : null,
      predecessorId,
    })
    announce('已保存')
    done()
  }
  return (
    <FormDialog
      title={`填报单位：${of.organisationName}`}
      fields={fields}
      initial={{ trade: of.trade, size: of.size, fromPeriod: of.fromPeriod, toPeriod: of.toPeriod ?? '' }}
      action="保存"
      send={send}
      close={close}
    >
      <label htmlFor="predecessor">由哪个填报单位分立</label>
      <Select
        id="predecessor"
        allowClear
        showSearch={{ filterOption: false, onSearch: key => void search(key) }}
        placeholder="输入单位名称查找；不是分立的留空"
        value={predecessorId}
        options={options}
        onChange={value => setPredecessor(value ?? null)}
      />
      <p className="statistics-note">分立的与原单位合在一起，与分立前比较。</p>
    </FormDialog>
  )
}
