ALTER TABLE "bank_statement" ADD COLUMN "unread" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_statement" ADD COLUMN "hidden_sheets" text[] DEFAULT '{}' NOT NULL;