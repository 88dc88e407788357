import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import type { filesOf } from './formFiles.ts'

type Props = Pick<Output<ApiContract['GET /qualification/getApply1']>, 'materials'> & {
  files: ReturnType<typeof filesOf>
}

/** The files that go with a form, by the names under which they are kept. */
export const AttachedFiles = ({ materials, files }: Props) =>
  materials.length > 0 && (
    <div className="answers">
      <h3>随表材料</h3>
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
