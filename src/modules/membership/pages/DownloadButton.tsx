import type { ReactNode } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import type { Input } from '#lib/contract.ts'
import { SaveButton } from '#ui/SaveButton.tsx'

type Props = { input: Input<ApiContract['POST /member/download']>; children: ReactNode; primary?: boolean }

/** Saves one of the documents that membership brings with it. */
export const DownloadButton = ({ input, ...rest }: Props) => (
  <SaveButton save={() => saveFile('POST /member/download', input)} {...rest} />
)
