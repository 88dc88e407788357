CREATE TABLE "import_heading" (
	"kind" text NOT NULL,
	"heading" text NOT NULL,
	"name" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_heading_kind_heading_pk" PRIMARY KEY("kind","heading")
);
--> statement-breakpoint
ALTER TABLE "import_batch" ADD COLUMN "choice" jsonb;--> statement-breakpoint
ALTER TABLE "import_batch" ADD COLUMN "found" jsonb;--> statement-breakpoint
ALTER TABLE "import_row" ADD COLUMN "also" jsonb;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "typed_code" text;--> statement-breakpoint
CREATE INDEX "organisation_id_index" ON "organisation" USING btree ("id") WHERE typed_code is not null;