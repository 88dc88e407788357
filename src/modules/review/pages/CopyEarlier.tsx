import { Button, Select } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { toRefusal, useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { withFiles } from './formFiles.ts'
import type { ApplicationFilling } from './useApplicationForm.ts'

type Copy = Output<ApiContract['GET /member/application/copied']>
type Result = { copy: Copy; before: FormValues }

/** Fills what is empty from an earlier application, says what was not taken over and why, and can be taken back. */
export function CopyEarlier({ id, filling: { draft } }: { id: number; filling: ApplicationFilling }) {
  const { data: earlier = [] } = useApi('GET /member/application/earlier', { id })
  const [from, choose] = useState<number>()
  const [{ busy, problem, result }, setState] = useState<{ busy: boolean; problem?: string; result?: Result }>({
    busy: false,
  })
  if (earlier.length === 0) return null
  const source = from ?? earlier[0]!.id
  const copy = async () => {
    setState({ busy: true })
    try {
      const copy = await browserApi('GET /member/application/copied', { id, from: source })
      const before = draft.get().values
      draft.change(withCopied(before, copy))
      setState({ busy: false, result: { copy, before } })
    } catch (error) {
      setState({ busy: false, problem: toRefusal(error).message })
    }
  }
  const takeBack = () => {
    if (result) draft.change(result.before)
    setState({ busy: false })
  }
  return (
    <section className="centre-card" aria-label="从以前的申请带入">
      <h2>从以前的申请带入</h2>
      <p>只填空着的栏目，已有的内容不动；带入以后逐项核对。</p>
      <div className="form-actions">
        <Select
          aria-label="以前的申请"
          className="copy-earlier"
          value={source}
          onChange={choose}
          options={earlier.map(of => ({
            value: of.id,
            label: [of.kindName, of.number, of.title, `${of.day} ${of.statusName}`].filter(Boolean).join('　'),
          }))}
        />
        <Button loading={busy} onClick={() => void copy()}>
          带入
        </Button>
        {result && <Button onClick={takeBack}>撤销带入</Button>}
      </div>
      <Problem>{problem}</Problem>
      <div role="status">{result && <Copied copy={result.copy} />}</div>
    </section>
  )
}

const Copied = ({ copy: { copied, files, left } }: { copy: Copy }) => (
  <>
    <p>
      {copied + files.length === 0
        ? '没有可以带入的内容。'
        : `已带入 ${copied} 个栏目${files.length > 0 ? `、${files.length} 个文件` : ''}。`}
    </p>
    {left.length > 0 && (
      <ul>
        {left.map(({ label, reason }) => (
          <li key={`${label} ${reason}`}>
            {label}：{reason}
          </li>
        ))}
      </ul>
    )}
  </>
)

function withCopied(values: FormValues, { form, files }: Copy): FormValues {
  const byPlace = Map.groupBy(files, ({ code }) => code)
  return [...byPlace].reduce(
    (filled, [code, some]) =>
      withFiles(
        filled,
        code,
        some.map(({ file }) => file),
      ),
    { ...values, ...form },
  )
}
