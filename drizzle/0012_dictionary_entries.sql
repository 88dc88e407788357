create trigger content_changed after insert or update or delete or truncate on dictionary_entry
  for each statement execute function content_changed();
--> statement-breakpoint
-- What a new association begins with.
insert into dictionary_entry (dictionary, code, name, sort) values
  ('nature', 'stateOwned', '国有企业', 0),
  ('nature', 'private', '民营企业', 1),
  ('nature', 'foreign', '外资企业', 2),
  ('nature', 'joint', '合资企业', 3),
  ('nature', 'institution', '事业单位', 4),
  ('nature', 'socialOrganisation', '社会团体', 5),
  ('nature', 'socialService', '民办非企业单位', 6),
  ('nature', 'university', '高等院校', 7),
  ('nature', 'other', '其他', 8);
--> statement-breakpoint
-- What the program offered so far, where records have it.
insert into dictionary_entry (dictionary, code, name, sort)
select 'trade', code, name, sort from (values
  ('boilers', '锅炉制造', 0),
  ('installation', '锅炉安装改造修理', 1),
  ('operation', '锅炉使用单位', 2),
  ('waterEquipment', '水处理设备', 3),
  ('chemicals', '水处理药剂树脂', 4),
  ('cleaning', '清洗服务', 5),
  ('testing', '检验检测机构', 6),
  ('efficiency', '能效环保', 7),
  ('research', '科研院校', 8),
  ('design', '设计单位', 9),
  ('burners', '燃烧器及辅机', 10),
  ('association', '地方协会', 11),
  ('other', '其他', 12)
) as former (code, name, sort)
where exists (select from organisation where categories <> '{}');
--> statement-breakpoint
insert into dictionary_entry (dictionary, code, name, sort, traits)
select 'courseKind', code, name, sort, traits from (values
  ('certification', '取证班', '取证班', 0, '{adults}'::text[]),
  ('renewal', '换证复训', '换证复训班', 1, '{renewal}'),
  ('continuing', '继续教育', '继续教育', 2, '{}'),
  ('standards', null, '标准宣贯班', 3, '{}'),
  ('seminar', '专题研修', '专题研修班', 4, '{}'),
  ('assessor', null, '评审员与内审员班', 5, '{}'),
  ('online', null, '网络课程', 6, '{}')
) as kind (code, neutral, former, sort, traits),
  lateral (select case when exists (select from course) then former else neutral end as name) as called
where name is not null;
