import { Button, Select } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import type { Api } from '#api/load.ts'
import { toRefusal } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { Problem } from '#ui/form/Problem.tsx'
import type { KeptMaterials } from '../applying/pages/useMaterials.ts'
import { withFiles } from './formFiles.ts'
import type { ApplicationFilling } from './useApplicationForm.ts'

type Earlier = Output<ApiContract['GET /member/application/earlier']>
/** Earlier applications to copy from, loaded with the screen: what came later would move the form. */
export type WithEarlier = { earlier: Earlier }

/** Asks for them; an application that is not begun yet has nothing to copy into. */
export const readEarlier = async (api: Api, id: number | null): Promise<Earlier> =>
  id === null ? [] : api('GET /member/application/earlier', { id })

type Copy = Output<ApiContract['GET /member/application/copied']>
/** `takeBack`: puts back what was there before. */
type Result = { copy: Copy; takeBack: () => void }

type Props = WithEarlier & {
  id: number
  title: string
  lead: string
  /** Fills in what is proposed; answers how that is taken back. */
  take: (copy: Copy) => () => void
}

/** Fills what is empty from an earlier application, says what was not taken over and why, and can be taken back. */
function CopyEarlier({ id, earlier, title, lead, take }: Props) {
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
      setState({ busy: false, result: { copy, takeBack: take(copy) } })
    } catch (error) {
      setState({ busy: false, problem: toRefusal(error).message })
    }
  }
  const takeBack = () => {
    result?.takeBack()
    setState({ busy: false })
  }
  return (
    <section className="centre-card" aria-label={title}>
      <h2>{title}</h2>
      <p>{lead}</p>
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

/** The form, with the files that are handed in with it. */
export const CopyForm = ({
  id,
  earlier,
  filling: { draft },
}: WithEarlier & { id: number; filling: ApplicationFilling }) => (
  <CopyEarlier
    id={id}
    earlier={earlier}
    title="从以前的申请带入"
    lead="只填空着的栏目，已有的内容不动；带入以后逐项核对。"
    take={copy => {
      const before = draft.get().values
      draft.change(withCopied(before, copy))
      return () => draft.change(before)
    }}
  />
)

/** The files of the second step. */
export const CopyMaterials = ({
  id,
  earlier,
  change,
}: WithEarlier & { id: number; change: KeptMaterials['change'] }) => (
  <CopyEarlier
    id={id}
    earlier={earlier}
    title="从以前的申请带入材料"
    lead="只填空着的位置，已上传的不动；带入以后逐份核对是否仍然有效，再提交。"
    take={({ files }) => {
      const places = byPlace(files)
      for (const [code, some] of places) change(code, now => (now.length > 0 ? now : some))
      return () => {
        for (const [code, some] of places) change(code, now => now.filter(({ id }) => !some.some(one => one.id === id)))
      }
    }}
  />
)

const Copied = ({ copy: { copied, files, left } }: { copy: Copy }) => (
  <>
    <p>{copiedWords(copied, files.length)}</p>
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

function copiedWords(fields: number, files: number): string {
  const some = [fields > 0 && `${fields} 个栏目`, files > 0 && `${files} 个文件`].filter(Boolean)
  return some.length > 0 ? `已带入 ${some.join('、')}。` : '没有可以带入的内容。'
}

const byPlace = (files: Copy['files']) =>
  new Map([...Map.groupBy(files, ({ code }) => code)].map(([code, some]) => [code, some.map(({ file }) => file)]))

const withCopied = (values: FormValues, { form, files }: Copy): FormValues =>
  [...byPlace(files)].reduce((filled, [code, some]) => withFiles(filled, code, some), { ...values, ...form })
