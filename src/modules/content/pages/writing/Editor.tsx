import { Tabs } from 'antd'
import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { refusalOf } from '#api/useApi.ts'
import type { Refusal } from '#lib/error.ts'
import type { FieldErrors } from '#lib/form/form.ts'
import type { UploadedFile } from '#ui/file/Upload.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveState } from '#ui/form/SaveState.tsx'
import { type ArticleValues, labels } from '../../articleValues.ts'
import { useWords } from '../../words/pages/useWords.ts'
import { Acts, type Work } from './Acts.tsx'
import { ArticleFields } from './ArticleFields.tsx'
import { Conflict } from './Conflict.tsx'
import { Preview } from './Preview.tsx'
import { Standing } from './Standing.tsx'
import { useWriting } from './useWriting.ts'
import { Versions } from './Versions.tsx'
import { fromForm, type Name, toForm } from './values.ts'
import '#ui/form/form.css'
import './writing.css'

type Column = { id: number; name: string; hidden: boolean }
type Props = { work: Work | undefined; columns: readonly Column[]; said: string; done: (said: string) => void }

/** One article, or one that is yet to be begun, while it is written: it saves itself, shows how it will look, and goes on its way from here. */
export function Editor({ work, columns, said, done }: Props) {
  const canEdit = work?.canEdit ?? true
  const { draft, type, idOf } = useWriting(work)
  const [tab, setTab] = useState(canEdit ? 'write' : 'preview')
  const [refusal, setRefusal] = useState<Refusal>()
  const [known, setKnown] = useState<UploadedFile[]>(filesOf(work))
  const values = work && !canEdit ? work.values : fromForm(draft.values)
  const names = new Map(columns.map(column => [column.id, column.name]))
  const errors: FieldErrors = refusal?.fields ?? {}
  const found = useWords(work?.id, work && canEdit ? draft.version : work?.version)

  const change = (part: Partial<ArticleValues>) => type(toForm({ ...fromForm(draft.get().values), ...part }))
  const settle = async () => {
    setRefusal(undefined)
    if (work && !canEdit) return { version: work.version }
    await draft.flush()
    const { status, version } = draft.get()
    return status === 'conflict' || status === 'failed' ? undefined : { version }
  }
  const finish = (what: string) => {
    draft.finish()
    done(what)
  }
  const refused = (error: Refusal) => {
    setRefusal(error)
    if (error.fields) setTab('write')
  }
  const savePoint = async () => {
    const seen = await settle()
    const id = idOf()
    if (!seen || id === undefined) return
    try {
      await browserApi('POST /staff/article/save', {
        id,
        version: seen.version,
        values: fromForm(draft.get().values),
        point: true,
      })
      finish('已保存为一个版本')
    } catch (error) {
      refused(refusalOf(error))
    }
  }
  useSaveByKey(canEdit ? savePoint : undefined)

  return (
    <>
      <section className="desk-card writing-head" aria-label="状态与操作">
        {work ? (
          <Standing work={work} said={said} />
        ) : (
          <p>新文章：写下内容即自动保存为草稿；什么都没有写就离开，不会留下文章。</p>
        )}
        {canEdit && draft.status !== 'conflict' && <SaveState draft={draft} />}
        {work && (
          <Acts
            work={work}
            values={values}
            found={found}
            settle={settle}
            refused={refused}
            done={finish}
            savePoint={canEdit ? () => void savePoint() : undefined}
          />
        )}
        {refusal && Object.keys(errors).length === 0 && <Problem>{refusal.message}</Problem>}
      </section>
      {work && draft.status === 'conflict' && <Conflict id={work.id} draft={draft} columns={names} />}
      <section className="desk-card" aria-label="文章">
        <Tabs
          activeKey={tab}
          onChange={setTab}
          items={[
            ...(canEdit
              ? [
                  {
                    key: 'write',
                    label: '编辑',
                    children: (
                      <form className="writing-form" noValidate onSubmit={event => event.preventDefault()}>
                        <ErrorSummary errors={errors} labelOf={name => labels[name as Name] ?? ''} />
                        <ArticleFields
                          values={values}
                          errors={errors}
                          columns={columns}
                          known={known}
                          found={found}
                          onChange={change}
                          learn={file => setKnown(all => [file, ...all.filter(one => one.id !== file.id)])}
                        />
                      </form>
                    ),
                  },
                ]
              : []),
            {
              key: 'preview',
              label: '预览',
              destroyOnHidden: true,
              children: <Preview values={values} known={known} />,
            },
            ...(work
              ? [
                  {
                    key: 'versions',
                    label: '版本',
                    destroyOnHidden: true,
                    children: (
                      <Versions
                        id={work.id}
                        values={values}
                        settle={settle}
                        mayRestore={canEdit}
                        columns={names}
                        done={finish}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      </section>
    </>
  )
}

const filesOf = (work: Work | undefined): UploadedFile[] =>
  work ? [...work.files, ...(work.cover ? [work.cover] : [])] : []

/** Ctrl+S, as everywhere. */
function useSaveByKey(save: (() => Promise<void>) | undefined) {
  useEffect(() => {
    if (!save) return
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      void save()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [save])
}
