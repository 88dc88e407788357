import { AnswersHead } from '#modules/review/pages/FormAnswers.tsx'
import type { filesOf } from '#modules/review/pages/formFiles.ts'
import { FILES } from '#modules/review/pages/partsOfForm.ts'
import type { Material } from './useMaterials.ts'

type Props = {
  materials: readonly Pick<Material, 'code' | 'name'>[]
  files: ReturnType<typeof filesOf>
  /** Back into the form, to the place with this code. */
  onEdit?: ((code: string) => void) | undefined
}

/** The files that go with a form, by the names under which they are kept. */
export const AttachedFiles = ({ materials, files, onEdit }: Props) =>
  materials.length > 0 && (
    <div className="answers">
      <AnswersHead name={FILES} onEdit={onEdit && (() => onEdit(materials[0]!.code))} />
      <dl>
        {materials.map(({ code, name }) => (
          <div key={code}>
            <dt>{name}</dt>
            <dd>{files[code]?.map(file => file.name).join('、') || <span className="faint">未上传</span>}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
