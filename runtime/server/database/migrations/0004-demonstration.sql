-- That this database was once filled with a demonstration, and with which rows: never filled again, and what was filled in can be taken away.
CREATE TABLE platform_demonstration (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  "filledAt" timestamptz(3) NOT NULL DEFAULT now(),
  "removedAt" timestamptz(3),
  -- table -> ids
  rows jsonb NOT NULL
);
