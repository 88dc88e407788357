import { isDemo } from '#modules/settings/server/settings.ts'
import { type Command, say, withServices } from './command.ts'

export const demo: Command = {
  summary: '向空数据库载入演示协会',
  site: 'any',
  options: { volume: { type: 'boolean', summary: '另外载入大量数据，用于性能测试' } },
  run: given =>
    withServices(async services => {
      // Loaded here because they import every module; other commands start faster without them.
      const { loadDemo } = await import('../demo.ts')
      const { loadVolume } = await import('../volume.ts')
      const loaded = await loadDemo(services)
      if (!loaded && !(given.volume && (await isDemo(services))))
        throw new Error('数据库不是空的：演示数据只能载入空数据库。')
      if (loaded) say('演示数据已载入。')
      if (given.volume) await loadVolume(services, say)
      return 0
    }),
}
