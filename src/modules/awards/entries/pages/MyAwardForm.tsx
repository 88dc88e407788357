import { ApplicationForm, Attached } from '#modules/review/pages/ApplicationForm.tsx'
import { isStampedForm } from '#modules/review/workflow.ts'
import { EntrySheets } from './EntrySheets.tsx'
import type { Apply, Entry } from './MyAward.tsx'
import { RemoveDraft } from './RemoveDraft.tsx'

type Props = { entry: Entry; apply: Apply }

/** 申报书: a long form that keeps itself, with its parts at hand; looked over, then handed in. */
export function MyAwardForm({ entry, apply: { id, version, status } }: Props) {
  const { people, materials } = entry
  const seal = materials.find(({ code }) => isStampedForm(code))
  return (
    <ApplicationForm
      of={{ ...entry, id, version }}
      draftName={`award-${id}`}
      label="申报书"
      fillers={people.length ? { persons: { label: '带入本单位人员', rows: () => people } } : {}}
      materials={places =>
        materials.length > 0 && (
          <Attached>
            <div className="print-first">
              {seal && (
                <p>
                  {!seal.required && '要上传盖章申报书的，'}
                  填写完成后下载申报书，打印、签字、盖章，再把扫描件上传到“盖章申报书”。下载后改过内容的，须重新打印。
                </p>
              )}
              <EntrySheets id={id} />
              {entry.call.hidesApplicants && (
                <p>本奖项匿名评审：{seal && '除盖章申报书外，'}材料里请隐去单位名称、姓名、印章和标识。</p>
              )}
            </div>
            {places}
          </Attached>
        )
      }
      acts={({ draft }) =>
        status === 'draft' && (
          <RemoveDraft of={{ id, version: draft.version ?? version, projectName: String(draft.values.name ?? '') }} />
        )
      }
    />
  )
}
