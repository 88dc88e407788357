import { writeFile } from 'node:fs/promises'
import type { Command } from './command.ts'
import { say } from './command.ts'
import { billOfMaterials } from './packages.ts'

export const sbom: Command = {
  summary: '输出软件物料清单（SBOM，CycloneDX JSON）：本程序运行所用的全部软件包及版本',
  site: 'none',
  options: { out: { type: 'string', summary: '写入这个文件，不给则输出到屏幕' } },
  run: async ({ out }) => {
    const text = await billOfMaterials()
    if (typeof out === 'string') {
      await writeFile(out, text)
      say(`已写入 ${out}`)
    } else process.stdout.write(text)
    return 0
  },
}
