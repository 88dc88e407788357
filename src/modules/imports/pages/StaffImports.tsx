import '#ui/form/form.css'
import './imports.css'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { AWAITING_APPROVAL, isRefusal } from '#lib/error.ts'
import { defineForm, type FormValues, fieldsIn } from '#lib/form/form.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { Tag } from '#ui/Tag.tsx'
import { batchFilters } from '../batchFilters.ts'
import type { Route } from './+types/StaffImports'
import { importBatches } from './registers.ts'
import { StaffImportUpload } from './StaffImportUpload.tsx'
import { tones } from './tones.ts'

export { staffImports as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  const [list, kinds] = await Promise.all([importBatches.load(api, address), api('GET /staff/import/kinds', {})])
  return { ...list, kinds }
})

type Kind = Output<ApiContract['GET /staff/import/kinds']>[number]

/** 批量导入: choose what, fill in the template, have it checked; below, what was imported before. */
export default function StaffImports({ loaderData: list }: Route.ComponentProps) {
  return (
    <>
      <Begin kinds={list.kinds} />
      <RegisterTable
        of={importBatches}
        loaded={list}
        unit="批"
        filters={registerFilters(batchFilters, { kind: list.kinds.map(({ kind, name }) => ({ code: kind, name })) })}
        empty={{ title: '还没有导入过', children: <p>上传的表格会列在这里，可以继续、下载标注或撤销。</p> }}
        cells={{
          statusName: ({ status, statusName }) => <Tag tone={tones[status]}>{statusName}</Tag>,
          rows: ({ rows }) => withCommas(rows),
          bad: ({ bad }) => withCommas(bad),
          createTime: ({ createTime }) => minute(createTime),
        }}
      />
    </>
  )
}

function Begin({ kinds }: { kinds: Kind[] }) {
  const [query, setQuery] = useSearchParams()
  const chosen = kinds.find(({ kind }) => kind === query.get('of')) ?? kinds.find(({ may }) => may) ?? kinds[0]!
  const choose = (of: string) =>
    setQuery(
      now => {
        now.set('of', of)
        return now
      },
      { preventScrollReset: true, replace: true },
    )
  return (
    <section className="desk-card">
      <h2>新的导入</h2>
      <div className="import-kind">
        <label htmlFor="import-of">
          导入什么
          <Select
            id="import-of"
            aria-label="导入什么"
            value={chosen.kind}
            options={kinds.map(({ kind, name }) => ({ value: kind, label: name }))}
            onChange={choose}
          />
        </label>
      </div>
      {chosen.may ? (
        <Steps of={chosen} />
      ) : (
        <p>
          导入{chosen.name}还需要“{chosen.permissionName}”的权限，请与管理员联系。
        </p>
      )}
    </section>
  )
}

const Steps = ({ of }: { of: Kind }) => (
  <ol className="import-steps" role="list">
    <li>
      <h3>取得表格</h3>
      <p>{of.policy}</p>
      <p className="form-actions">
        <SaveButton save={() => saveFile('GET /staff/import/template', { kind: of.kind })}>下载空白模板</SaveButton>
        <SaveButton save={() => saveFile('GET /staff/import/export', { kind: of.kind })}>导出现有数据</SaveButton>
        {of.hasPersonal && <PersonalExport of={of} />}
      </p>
      {of.hasPersonal && (
        <p>导出的证件号码、手机只有一部分；改好其他内容再导入时它们保持原样，请保留“登记编号”一列。</p>
      )}
      <details>
        <summary>各列的名称（{of.columns.length} 列）</summary>
        <ul className="import-columns" role="list">
          {of.columns.map(({ name, required }) => (
            <li key={name}>
              <Tag tone={required ? 'water' : 'plain'}>
                {name}
                {required && '（必填）'}
              </Tag>
            </li>
          ))}
        </ul>
      </details>
    </li>
    <li>
      <h3>上传检查</h3>
      <p>
        先逐格检查，不写入任何数据；看过结果再决定是否导入。
        {of.takesZip && '也可以上传 ZIP 文件：一个 CSV 索引，正文放在旁边的 HTML 文件里。'}
      </p>
      <StaffImportUpload key={of.kind} kind={of.kind} label={`${of.name}的表格`} />
      <StaffImportMeanings key={`of ${of.kind}`} kind={of.kind} />
    </li>
  </ol>
)

const purposeField = defineForm([
  fieldsIn('')('purpose', '用途', {
    kind: 'paragraph',
    required: true,
    max: 200,
    hint: '例如：报送考试中心核对身份。用途会写在表内和审计日志里',
  }),
])

/** Asks for whole numbers; once a colleague has agreed, the file is taken from 双人复核. */
function PersonalExport({ of }: { of: Kind }) {
  const may = useMay('staff:personalData')
  const [isAsking, setAsking] = useState(false)
  if (!may) return null
  const send = ({ purpose }: FormValues) =>
    browserApi('POST /staff/import/export/personal', { kind: of.kind, purpose: String(purpose ?? '') }).catch(error => {
      if (!isRefusal(error) || error.code !== AWAITING_APPROVAL) throw error
      announce('已提出，另一位同事同意后，请在“双人复核”下载')
    })
  return (
    <>
      <Button onClick={() => setAsking(true)}>导出完整号码…</Button>
      {isAsking && (
        <FormDialog
          title={`导出${of.name}的完整证件号码和手机`}
          intro={<p>须由另一位同事同意；同意后 24 小时内由您本人在“双人复核”下载，表内写明由谁、何时、为何导出。</p>}
          fields={purposeField}
          action="提出"
          send={send}
          close={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Meanings given to unknown words, valid for all sheets of this kind; a wrong one can be deleted. */
function StaffImportMeanings({ kind }: { kind: string }) {
  const { data: meanings = [], reload } = useApi('GET /staff/import/meanings', { kind })
  const { submit, busy, error } = useSubmit('POST /staff/import/forget')
  if (meanings.length === 0) return null
  const forget = async (id: number) => {
    await submit({ id })
    reload()
  }
  return (
    <details>
      <summary>记住的对应（{meanings.length}）</summary>
      <Problem>{error?.message}</Problem>
      <ul className="import-meanings" role="list">
        {meanings.map(({ id, heading, said, meant, createdByName }) => (
          <li key={id}>
            {heading}：“{said}”即“{meant}”（{createdByName}）
            <Button type="link" disabled={busy} onClick={() => void forget(id)}>
              删除<span className="hidden-text">“{said}”的对应</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
