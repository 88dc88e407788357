CREATE TABLE "joining_rule" (
	"kind" text PRIMARY KEY NOT NULL,
	"condition" text NOT NULL,
	"steps" text[] NOT NULL,
	"first_year" text NOT NULL,
	"materials" jsonb NOT NULL,
	"fields" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "level_fee" (
	"level_code" integer NOT NULL,
	"from_year" integer NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	CONSTRAINT "level_fee_level_code_from_year_pk" PRIMARY KEY("level_code","from_year")
);
--> statement-breakpoint
ALTER TABLE "member_level" ADD COLUMN "is_retired" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "member_level" ADD COLUMN "votes" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "member_level" ADD COLUMN "condition" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "member_level" ADD COLUMN "number_prefix" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "level_fee" ADD CONSTRAINT "level_fee_level_code_member_level_code_fk" FOREIGN KEY ("level_code") REFERENCES "public"."member_level"("code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- A site that has members keeps the materials that it has asked for so far.
insert into joining_rule (kind, condition, steps, first_year, materials, fields)
select 'organisation', '', '{materials,decision,notice,fee}', 'full', '[
  {"code":"licence","name":"营业执照或法人登记证书","required":true,"max":2,"hint":""},
  {"code":"commitment","name":"诚信承诺书","required":false,"max":1,"hint":""},
  {"code":"legalId","name":"法定代表人身份证明","required":false,"max":2,"hint":"可遮挡证件号码中间部分"},
  {"code":"authorization","name":"会员代表委托书","required":false,"max":1,"hint":""},
  {"code":"permits","name":"特种设备许可证","required":false,"max":10,"hint":"持有的单位上传"}]'::jsonb, '[]'::jsonb
where exists (select from member);
